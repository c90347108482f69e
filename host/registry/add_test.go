package registry

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// userPlaces are places in folders of the test.
func userPlaces(t *testing.T) Places {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	return UserPlaces(func(name string) string {
		return map[string]string{"XDG_CONFIG_HOME": filepath.Join(dir, "config"), "XDG_DATA_HOME": filepath.Join(dir, "data")}[name]
	})
}

func isBuiltin(_, name string) bool { return name == "log" || name == "text" || name == "bytes" }

// add adds a script that calls this binary, which lies where a sandbox has no way to.
func add(t *testing.T, o Places, name string) (Added, error) {
	return o.Add(context.Background(), Addition{Path: filepath.Join(folder(t, map[string]string{name: ""}), name), Builtin: isBuiltin, Unconfined: true})
}

// clean says that no program lies about that no pin names.
func clean(t *testing.T, o Places) {
	t.Helper()
	lock, err := o.ReadLock()
	require.NoError(t, err)
	assert.Empty(t, o.stray(lock))
	left, err := filepath.Glob(filepath.Join(o.Managed, stagePrefix+"*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	folders, _ := os.ReadDir(o.Managed)
	assert.Len(t, folders, len(lock.Plugins))
}

func TestAddedPluginsServe(t *testing.T) {
	o := userPlaces(t)
	added, err := add(t, o, "riffle-processor-own")
	require.NoError(t, err)
	path := filepath.Join(o.Managed, "own", fmt.Sprintf("riffle-processor-own_v1.2.3_p1_%s_%s", runtime.GOOS, runtime.GOARCH))
	assert.Equal(t, path, added.Pin.Path)
	program := filepath.Join(folder(t, map[string]string{"riffle-estimator-quick": compiled}), "riffle-estimator-quick")
	compiledOne, err := o.Add(context.Background(), Addition{Path: program})
	require.NoError(t, err)
	assert.Empty(t, compiledOne.Script)
	clean(t, o)
	for path, mode := range map[string]os.FileMode{o.Lock: 0o600, path: 0o500, filepath.Dir(path): 0o700, o.Managed: 0o700, filepath.Dir(o.Lock): 0o700} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode().Perm(), path)
	}

	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Isolation: InProcess, Added: o})
	assert.Empty(t, r.Warnings())
	assert.Empty(t, r.Others())
	e := r.Processors()[1]
	assert.Equal(t, Entry{Kind: "processor", Name: "own", Version: "1.2.3", Summary: "its own", Protocol: 1, Kinds: []string{"table", "log"}, Magic: []string{"a,?"},
		Matches: true, Priority: 7, Capabilities: []string{sdk.CapabilityMatch}, Stability: sdk.Beta, Transport: Subprocess, Source: SourcePinned,
		State: StateAvailable, Path: path, Confinement: "sealed copy, unconfined as it was added"}, e, "all of it without a start")
	transport, err := served(t, r, "own")
	assert.ErrorIs(t, err, sdk.ErrDeclined)
	assert.Equal(t, Subprocess, transport, "never in the host, whatever the isolation")
	p, err := r.Estimator("quick")
	require.NoError(t, err)
	counts, err := p.CountTokens(context.Background(), [][]byte{nil})
	require.NoError(t, err)
	assert.Equal(t, []int{0}, counts)
}

func TestTheLockFileIsTheSameWhateverTheOrder(t *testing.T) {
	names := []string{"riffle-processor-own", "riffle-estimator-quick", "riffle-processor-extra"}
	o := userPlaces(t)
	var texts []string
	for range 2 {
		for _, name := range names {
			_, err := add(t, o, name)
			require.NoError(t, err)
		}
		text, err := os.ReadFile(o.Lock)
		require.NoError(t, err)
		texts = append(texts, string(text))
		for _, k := range []key{{"processor", "own"}, {"processor", "extra"}, {"estimator", "quick"}} {
			_, err := o.Remove(context.Background(), k.kind, k.name)
			require.NoError(t, err)
		}
		clean(t, o)
		names[0], names[2] = names[2], names[0]
	}
	assert.Equal(t, texts[0], texts[1])
}

func TestWhatIsRefused(t *testing.T) {
	script := "#!/bin/sh\nexit 0\n"
	for _, test := range []struct {
		name   string
		file   string
		text   string // "" for a copy of this program
		change func(t *testing.T, dir, path string) string
		a      Addition
		says   string
	}{
		{"a program that calls itself something else", "riffle-processor-liar", "", nil, Addition{}, "the file's name says that its name is liar, the program says honest: rename the file"},
		{"a program of the other kind", "riffle-processor-extra", "", func(t *testing.T, dir, path string) string {
			other := filepath.Join(dir, "riffle-estimator-extra")
			require.NoError(t, os.WriteFile(other, []byte("#!/bin/sh\nexec "+path+"\n"), 0o755))
			return other
		}, Addition{}, "the file's name says that its kind is estimator, the program says processor"},
		{"a version that is none", "riffle-processor-vague", "", nil, Addition{}, `what the plugin says of itself is refused, its author must mend it: sdk: the version "one"`},
		{"a name of a bundled plugin", "riffle-processor-log", "", nil, Addition{}, `processor "log" is bundled with riffle: give the plugin a name of its own, or run it in its place with --replace-builtin`},
		{"a program that ends at once", "riffle-processor-x", script, nil, Addition{}, "ended before its handshake"},
		{"a text", "riffle-processor-x", "hello\n", nil, Addition{}, "it is no program: neither ELF, Mach-O nor PE, nor a script"},
		{"an empty file", "riffle-processor-x", "\n", nil, Addition{}, "it is no program"},
		{"a script without an interpreter", "riffle-processor-x", "#!node\n", nil, Addition{}, "write #!/absolute/path"},
		{"a program cut short", "riffle-processor-extra", compiled, func(t *testing.T, _, path string) string {
			require.NoError(t, os.Truncate(path, 1<<20))
			return path
		}, Addition{}, "refused: "},
		{"a program that lost all but its first bytes", "riffle-processor-extra", compiled, func(t *testing.T, _, path string) string {
			require.NoError(t, os.Truncate(path, 70))
			return path
		}, Addition{}, "its header is damaged"},
		{"a file that is not executable", "riffle-processor-extra", "", func(t *testing.T, _, path string) string {
			require.NoError(t, os.Chmod(path, 0o644))
			return path
		}, Addition{}, "is not executable (mode 0644): run chmod u+x"},
		{"a file that the world may write", "riffle-processor-extra", "", func(t *testing.T, _, path string) string {
			require.NoError(t, os.Chmod(path, 0o757))
			return path
		}, Addition{}, "is writable by group or world (mode 0757): run chmod go-w"},
		{"a folder that the world may write", "riffle-processor-extra", "", func(t *testing.T, dir, path string) string {
			require.NoError(t, os.Chmod(dir, 0o777))
			return path
		}, Addition{}, "(mode 0777): run chmod go-w"},
		{"a folder above that the world may write", "riffle-processor-extra", "", func(t *testing.T, dir, path string) string {
			below := filepath.Join(dir, "below")
			require.NoError(t, os.Mkdir(below, 0o755))
			moved := filepath.Join(below, filepath.Base(path))
			require.NoError(t, os.Rename(path, moved))
			require.NoError(t, os.Chmod(dir, 0o777))
			return moved
		}, Addition{}, "is writable by everyone (mode 0777), who may replace what is in it: run chmod o-w"},
		{"a link out of its folder", "riffle-processor-extra", "", func(t *testing.T, _, path string) string {
			link := filepath.Join(folder(t, nil), "riffle-processor-extra")
			require.NoError(t, os.Symlink(path, link))
			return link
		}, Addition{}, "out of its folder: name the file itself"},
		{"a folder", "riffle-processor-extra", "", func(t *testing.T, dir, _ string) string { return dir }, Addition{}, "is not a regular file"},
		{"nothing", "riffle-processor-extra", "", func(t *testing.T, dir, path string) string { return path + "-none" }, Addition{}, "no such file"},
		{"a variable with its value", "riffle-processor-extra", "", nil, Addition{Env: []string{"A=b"}}, "write the name alone, without its value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("permissions are not read here")
			}
			o := userPlaces(t)
			dir := folder(t, map[string]string{test.file: test.text})
			path := filepath.Join(dir, test.file)
			if test.change != nil {
				path = test.change(t, dir, path)
			}
			for _, inPlace := range []bool{false, true} {
				a := test.a
				a.Path, a.Builtin, a.InPlace, a.Unconfined = path, isBuiltin, inPlace, true
				_, err := o.Add(context.Background(), a)
				require.ErrorContains(t, err, test.says)
				assert.NoFileExists(t, o.Lock)
				clean(t, o)
			}
		})
	}
}

func TestALinkWithinItsFolderIsFollowed(t *testing.T) {
	dir := folder(t, map[string]string{"riffle-processor-extra": ""})
	path := filepath.Join(dir, "riffle-processor-extra")
	require.NoError(t, os.Rename(path, filepath.Join(dir, "build-7")))
	require.NoError(t, os.Symlink("build-7", path))
	added, err := userPlaces(t).Add(context.Background(), Addition{Path: path, Unconfined: true})
	require.NoError(t, err)
	assert.Equal(t, "extra", added.Pin.Name)
}

func TestTwoAdditionsOfOneName(t *testing.T) {
	o := userPlaces(t)
	first, err := add(t, o, "riffle-processor-extra")
	require.NoError(t, err)
	_, err = add(t, o, "riffle-processor-extra")
	assert.ErrorContains(t, err, `processor "extra" is there already, version 0.1.0 of `+first.Pin.Path+": run it again with --upgrade")
	path := filepath.Join(folder(t, map[string]string{"riffle-processor-extra": ""}), "riffle-processor-extra")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("another build")
	require.NoError(t, errors.Join(err, file.Close()))
	second, err := o.Add(context.Background(), Addition{Path: path, Upgrade: true, Unconfined: true, Env: []string{"B", "A", "B"}, Limits: Limits{Memory: 1 << 30, CallTimeout: Duration(5 * time.Second)}})
	require.NoError(t, err)
	require.NotNil(t, second.Old)
	assert.Equal(t, first.Pin.SHA256, second.Old.SHA256)
	assert.NotEqual(t, first.Pin.SHA256, second.Pin.SHA256)
	assert.Equal(t, []string{"A", "B"}, second.Pin.Env)
	clean(t, o)
	lock, err := o.ReadLock()
	require.NoError(t, err)
	assert.Equal(t, []Pin{second.Pin}, lock.Plugins)
	require.NoError(t, o.Verify(&second.Pin))

	_, err = add(t, o, "riffle-processor-extra")
	require.Error(t, err)
	require.NoError(t, o.Verify(&second.Pin), "what was refused changed nothing")
}

func TestABuiltinIsReplacedOnlyWhereTheLockSaysSo(t *testing.T) {
	o := userPlaces(t)
	dir := folder(t, map[string]string{"riffle-processor-log": ""})
	a := Addition{Path: filepath.Join(dir, "riffle-processor-log"), Builtin: isBuiltin, ReplaceBuiltin: true, Unconfined: true}
	added, err := o.Add(context.Background(), a)
	require.NoError(t, err)
	assert.True(t, added.Pin.ReplacesBuiltin)
	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Isolation: InProcess, Added: o})
	e := r.Processors()[0]
	assert.Equal(t, []string{"2.0.0", SourcePinned, Subprocess}, []string{e.Version, e.Source, e.Transport})
	assert.True(t, e.Replaces)

	// The same pin without the word for it.
	lock, err := o.ReadLock()
	require.NoError(t, err)
	lock.Plugins[0].ReplacesBuiltin = false
	require.NoError(t, o.write(lock))
	r = open(t, Options{Dir: t.TempDir(), Bundled: bundled, Isolation: InProcess, Added: o})
	assert.Equal(t, SourceBundled, r.Processors()[0].Source)
	require.Len(t, r.Others(), 1)
	assert.Contains(t, r.Others()[0].Reason, "--replace-builtin")

	_, err = o.Remove(context.Background(), "processor", "log")
	require.NoError(t, err)
	r = open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
	assert.Equal(t, SourceBundled, r.Processors()[0].Source)
	assert.Empty(t, r.Others())
	_, err = o.Remove(context.Background(), "processor", "log")
	assert.ErrorIs(t, err, ErrUnknown)
}

// An addition that fails after the program lies in its place leaves nothing of it.
func TestAnAdditionThatFailsHalfwayIsUndone(t *testing.T) {
	o := userPlaces(t)
	broken := errors.New("the disk is full")
	beforeLock = func() error { return broken }
	t.Cleanup(func() { beforeLock = func() error { return nil } })
	_, err := add(t, o, "riffle-processor-extra")
	require.ErrorIs(t, err, broken)
	assert.NoFileExists(t, o.Lock)
	clean(t, o)

	beforeLock = func() error { return nil }
	first, err := add(t, o, "riffle-processor-extra")
	require.NoError(t, err)
	beforeLock = func() error { return broken }
	a := Addition{Path: filepath.Join(folder(t, map[string]string{"riffle-processor-extra": ""}), "riffle-processor-extra"), Upgrade: true, Unconfined: true}
	_, err = o.Add(context.Background(), a)
	require.ErrorIs(t, err, broken)
	require.NoError(t, o.Verify(&first.Pin), "the old one is back in its place")
	clean(t, o)
}

// killAfterCopy names the variable with the folder of the child of the next test.
const killAfterCopy = "RIFFLE_TEST_KILL_AFTER_COPY"

func addAndDie() {
	dir := os.Getenv(killAfterCopy)
	o := Places{Lock: filepath.Join(dir, "config", LockName), Managed: filepath.Join(dir, "data", "plugins")}
	beforeLock = func() error {
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	}
	_, err := o.Add(context.Background(), Addition{Path: filepath.Join(dir, "riffle-processor-extra"), Unconfined: true})
	fmt.Println("still here:", err)
	os.Exit(7)
}

func TestAHostThatIsKilledHalfwayLeavesNothingThatRuns(t *testing.T) {
	dir := folder(t, map[string]string{"riffle-processor-extra": ""})
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), killAfterCopy+"="+dir)
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.NotContains(t, string(out), "still here")

	o := Places{Lock: filepath.Join(dir, "config", LockName), Managed: filepath.Join(dir, "data", "plugins")}
	require.DirExists(t, filepath.Join(o.Managed, "extra"), "it came as far as that")
	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
	_, err = r.Processor("extra")
	require.ErrorIs(t, err, ErrUnknown)
	require.Len(t, r.Others(), 1)
	assert.Equal(t, StateUntrusted, r.Others()[0].State)

	_, err = o.Add(context.Background(), Addition{Path: filepath.Join(dir, "riffle-processor-extra"), Unconfined: true})
	require.NoError(t, err, "nothing of the dead one is in the way")
	clean(t, o)
}

func TestAdditionsAtTheSameTimeAreAllKept(t *testing.T) {
	o := userPlaces(t)
	var wg sync.WaitGroup
	names := []string{"riffle-processor-own", "riffle-estimator-quick", "riffle-processor-extra"}
	errs := make([]error, len(names))
	for i, name := range names {
		path := filepath.Join(folder(t, map[string]string{name: ""}), name)
		wg.Go(func() { _, errs[i] = o.Add(context.Background(), Addition{Path: path, Unconfined: true}) })
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
	lock, err := o.ReadLock()
	require.NoError(t, err)
	assert.Len(t, lock.Plugins, 3)
	clean(t, o)
}

func TestAScriptKeepsItsEnding(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no scripts here")
	}
	program := filepath.Join(folder(t, map[string]string{"riffle-processor-extra": compiled}), "riffle-processor-extra")
	dir := folder(t, map[string]string{"riffle-processor-extra.sh": "#!/bin/sh\nexec " + program + "\n"})
	o := userPlaces(t)
	added, err := o.Add(context.Background(), Addition{Path: filepath.Join(dir, "riffle-processor-extra.sh"), Unconfined: true})
	require.NoError(t, err)
	assert.Equal(t, "/bin/sh", added.Script)
	assert.True(t, strings.HasSuffix(added.Pin.Path, ".sh"))
	r := open(t, Options{Dir: t.TempDir(), Added: o})
	_, err = served(t, r, "extra")
	assert.ErrorIs(t, err, sdk.ErrDeclined)
}

func TestAPluginSeesTheVariablesOfItsPinAlone(t *testing.T) {
	o := userPlaces(t)
	_, err := o.Add(context.Background(), Addition{Path: filepath.Join(folder(t, map[string]string{"riffle-processor-extra": ""}), "riffle-processor-extra"), Unconfined: true,
		Env: []string{"RIFFLE_TEST_SEEN"}, Limits: Limits{OpenFiles: 77, Memory: 3 << 30, CallTimeout: Duration(9 * time.Second)}})
	require.NoError(t, err)
	t.Setenv("RIFFLE_TEST_SEEN", "yes")
	t.Setenv("RIFFLE_TEST_HIDDEN", "yes")
	r := open(t, Options{Dir: t.TempDir(), Added: o, Env: []string{"RIFFLE_TEST_HIDDEN"}})
	_, err = served(t, r, "extra")
	require.ErrorIs(t, err, sdk.ErrDeclined)
	if runtime.GOOS != "linux" {
		return
	}
	p, err := r.Processor("extra")
	require.NoError(t, err)
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.Status().PID))
	require.NoError(t, err)
	assert.Contains(t, string(env), "RIFFLE_TEST_SEEN=yes")
	assert.NotContains(t, string(env), "RIFFLE_TEST_HIDDEN")
}

func TestAProgramOfAnotherProtocolIsRefused(t *testing.T) {
	o := userPlaces(t)
	added, err := add(t, o, "riffle-processor-extra")
	require.NoError(t, err)
	lock, err := o.ReadLock()
	require.NoError(t, err)
	lock.Plugins[0].Protocol = 9
	require.NoError(t, o.write(lock))
	r := open(t, Options{Dir: t.TempDir(), Added: o})
	assert.Contains(t, r.Processors()[0].Reason, `"extra" speaks protocol 9, this host 1: upgrade riffle`)
	_, err = served(t, r, "extra")
	assert.Equal(t, supervise.ReasonStartFailed, supervise.ReasonOf(err))
	require.NoError(t, o.Verify(&added.Pin))
}

func TestAnAddedPluginIsConfinedWhereItIsNotSaidOtherwise(t *testing.T) {
	o := userPlaces(t)
	program := filepath.Join(folder(t, map[string]string{"riffle-processor-own": compiled}), "riffle-processor-own")
	for _, test := range []struct {
		a    Addition
		says string
	}{
		{Addition{}, "sealed copy, " + supervise.Confinement()},
		{Addition{InPlace: true}, "in place, not sealed, " + supervise.Confinement()},
		{Addition{Unconfined: true}, "sealed copy, unconfined as it was added"},
	} {
		test.a.Path, test.a.Upgrade = program, true
		added, err := o.Add(context.Background(), test.a)
		require.NoError(t, err)
		b := added.Pin.binary(nil)
		assert.Equal(t, []bool{!test.a.InPlace, !test.a.Unconfined}, []bool{b.Sealed, b.Confined})
		r := open(t, Options{Dir: t.TempDir(), Added: o})
		assert.Equal(t, test.says, r.Processors()[0].Confinement)
		_, err = served(t, r, "own")
		assert.ErrorIs(t, err, sdk.ErrDeclined)
	}
}
