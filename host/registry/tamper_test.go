package registry

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// flip changes one byte in the middle of a file, which keeps its size and mode.
func flip(t *testing.T, path string) {
	require.NoError(t, os.Chmod(path, 0o700))
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()
	end, err := file.Seek(0, io.SeekEnd)
	require.NoError(t, err)
	var b [1]byte
	_, err = file.ReadAt(b[:], end/2)
	require.NoError(t, err)
	b[0] ^= 1
	_, err = file.WriteAt(b[:], end/2)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(path, 0o500))
}

func TestProgramsThatWereTamperedWithAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not read here")
	}
	upgrade := "if you built it anew, run riffle plugin add --upgrade PATH; if not, run riffle plugin remove own and find out who changed it"
	for _, test := range []struct {
		name   string
		change func(t *testing.T, o Places, p *Pin)
		says   string
	}{
		{"one byte is another", func(t *testing.T, _ Places, p *Pin) { flip(t, p.Path) }, upgrade},
		{"it is longer", func(t *testing.T, _ Places, p *Pin) {
			require.NoError(t, os.Truncate(p.Path, p.Bytes+1))
		}, upgrade},
		{"it is another program", func(t *testing.T, _ Places, p *Pin) {
			require.NoError(t, os.Remove(p.Path))
			require.NoError(t, os.WriteFile(p.Path, []byte("#!/bin/sh\n"), 0o500))
		}, upgrade},
		{"it is gone", func(t *testing.T, _ Places, p *Pin) { require.NoError(t, os.Remove(p.Path)) }, "is gone: run riffle plugin add --upgrade PATH, or riffle plugin remove own"},
		{"it is a link out of its folder", func(t *testing.T, _ Places, p *Pin) {
			other := filepath.Join(folder(t, nil), "same")
			require.NoError(t, os.Rename(p.Path, other))
			require.NoError(t, os.Symlink(other, p.Path))
		}, "out of its folder"},
		{"everyone may write to it", func(t *testing.T, _ Places, p *Pin) { require.NoError(t, os.Chmod(p.Path, 0o757)) }, "run chmod go-w"},
		{"everyone may write to its folder", func(t *testing.T, _ Places, p *Pin) {
			require.NoError(t, os.Chmod(filepath.Dir(p.Path), 0o777))
		}, "run chmod go-w"},
		{"everyone may write to the managed folder", func(t *testing.T, o Places, p *Pin) { require.NoError(t, os.Chmod(o.Managed, 0o777)) }, "run chmod go-w"},
		{"it can't be executed", func(t *testing.T, o Places, p *Pin) { require.NoError(t, os.Chmod(p.Path, 0o600)) }, "run chmod u+x"},
		{"the lock file names another path of the same bytes", func(t *testing.T, o Places, p *Pin) {
			data, err := os.ReadFile(p.Path)
			require.NoError(t, err)
			edit(t, o, func(pin *Pin) { pin.Path = filepath.Join(folder(t, nil), filepath.Base(p.Path)) })
			lock, err := o.ReadLock()
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(lock.Plugins[0].Path, data, 0o755))
		}, "which is not where riffle keeps it"},
		{"the lock file names another path of other bytes, in place", func(t *testing.T, o Places, p *Pin) {
			other := filepath.Join(folder(t, map[string]string{"riffle-processor-own": "#!/bin/sh\n"}), "riffle-processor-own")
			edit(t, o, func(pin *Pin) { pin.Path, pin.InPlace = other, true })
		}, upgrade},
		{"the lock file has another hash", func(t *testing.T, o Places, p *Pin) {
			edit(t, o, func(pin *Pin) { pin.SHA256 = somePin("x").SHA256 })
		}, upgrade},
		{"the lock file has another system", func(t *testing.T, o Places, p *Pin) {
			edit(t, o, func(pin *Pin) { pin.OS, pin.Arch = "plan9", "mips" })
		}, "was added on plan9/mips and this is " + runtime.GOOS + "/" + runtime.GOARCH + ": run riffle plugin remove own, then riffle plugin add PATH"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := userPlaces(t)
			added, err := add(t, o, "riffle-processor-own")
			require.NoError(t, err)
			require.NoError(t, o.Verify(&added.Pin))
			test.change(t, o, &added.Pin)

			lock, err := o.ReadLock()
			require.NoError(t, err)
			assert.ErrorContains(t, o.Verify(&lock.Plugins[0]), test.says)
			r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
			transport, err := served(t, r, "own")
			assert.Equal(t, Subprocess, transport)
			assert.Equal(t, supervise.ReasonStartFailed, supervise.ReasonOf(err))
			_, err = served(t, r, "log")
			assert.ErrorIs(t, err, sdk.ErrDeclined, "the others serve")
		})
	}
}

// edit changes the lock file as a hand would.
func edit(t *testing.T, o Places, change func(*Pin)) {
	lock, err := o.ReadLock()
	require.NoError(t, err)
	change(&lock.Plugins[0])
	require.NoError(t, o.write(lock))
}

// The path is given to another program while the first is being checked. What runs is
// the file that was hashed.
func TestWhatRunsIsTheFileThatWasHashed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("an open file is run on Linux only")
	}
	o := userPlaces(t)
	program := filepath.Join(folder(t, map[string]string{"riffle-processor-own": compiled}), "riffle-processor-own")
	added, err := o.Add(context.Background(), Addition{Path: program})
	require.NoError(t, err)
	trap := filepath.Join(filepath.Dir(added.Pin.Path), "trap")
	ran := trap + "-ran"
	require.NoError(t, os.WriteFile(trap, []byte("#!/bin/sh\n: >"+ran+"\n"), 0o500))
	swapped := false
	p := supervise.Subprocess("own", added.Pin.binary(func(file *os.File) error {
		if err := o.checkFile(&added.Pin, file); err != nil {
			return err
		}
		swapped = true
		return os.Rename(trap, added.Pin.Path)
	}), supervise.Options{})
	defer p.Close()
	d, err := p.Describe(context.Background())
	require.NoError(t, err)
	assert.True(t, swapped)
	assert.Equal(t, "1.2.3", d.Version())
	assert.NoFileExists(t, ran)
	assert.Error(t, o.Verify(&added.Pin), "the next start sees it")
}

func TestAPluginThatWasAddedInPlaceIsPinnedThere(t *testing.T) {
	o := userPlaces(t)
	path := filepath.Join(folder(t, map[string]string{"riffle-processor-own": ""}), "riffle-processor-own")
	added, err := o.Add(context.Background(), Addition{Path: path, InPlace: true, Unconfined: true})
	require.NoError(t, err)
	assert.Equal(t, path, added.Pin.Path)
	assert.NoDirExists(t, o.Managed)
	r := open(t, Options{Dir: t.TempDir(), Added: o})
	_, err = served(t, r, "own")
	require.ErrorIs(t, err, sdk.ErrDeclined)
	require.NoError(t, r.Close())
	flip(t, path)
	assert.ErrorContains(t, o.Verify(&added.Pin), "is not the file that was added")
	_, err = o.Remove(context.Background(), "processor", "own")
	require.NoError(t, err)
	assert.FileExists(t, path, "it is its author's")
}

func TestDevOverrides(t *testing.T) {
	o := userPlaces(t)
	_, err := add(t, o, "riffle-processor-own")
	require.NoError(t, err)
	dir := folder(t, map[string]string{"riffle-processor-own": "", "riffle-estimator-quick": "", "riffle-processor-log": ""})
	require.NoError(t, os.Chmod(filepath.Join(dir, "riffle-processor-own"), 0o777))
	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Isolation: InProcess, Added: o, Dev: map[string]string{
		"own": filepath.Join(dir, "riffle-processor-own"), "quick": filepath.Join(dir, "riffle-estimator-quick"), "log": filepath.Join(dir, "riffle-processor-log")}})
	assert.Equal(t, []string{"registry: running without a pin, unchecked: log=" + dir + "/riffle-processor-log, own=" + dir + "/riffle-processor-own, quick=" + dir + "/riffle-estimator-quick"}, r.Warnings())
	assert.Empty(t, r.Processors()[1].Kinds, "nobody has asked it yet")
	r.DescribeDev(context.Background())
	e := r.Processors()[1]
	assert.Equal(t, []string{"own", SourceDev, TransportDev, "1.2.3"}, []string{e.Name, e.Source, e.Transport, e.Version})
	assert.Equal(t, []string{"table", "log"}, e.Kinds)
	assert.Equal(t, "2.0.0", r.Processors()[0].Version, "a bundled one too")
	for _, name := range []string{"own", "log"} {
		transport, err := served(t, r, name)
		assert.ErrorIs(t, err, sdk.ErrDeclined)
		assert.Equal(t, TransportDev, transport)
	}
	_, err = r.Estimator("quick")
	require.NoError(t, err)
}
