//go:build unix

package dial_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/daemon"
	"github.com/riffle-dev/riffle/host/dial"
	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// behaviour names the variable that says what this program does as a server.
const behaviour = "DIAL_TEST_BEHAVIOUR"

// TestMain makes this program a server where it is called as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "serve" {
		os.Exit(server(os.Args[3]))
	}
	os.Exit(m.Run())
}

// server serves until the folder of its socket is removed.
func server(socket string) int {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			if _, err := os.Stat(filepath.Dir(socket)); err != nil {
				stop()
			}
		}
	}()
	switch os.Getenv(behaviour) {
	case "broken":
		fmt.Fprintln(os.Stderr, "broken: no configuration")
		return 2
	case "absent":
		<-ctx.Done()
		return 0
	case "mute", "endless":
		go func() { <-ctx.Done(); os.Exit(0) }()
	}
	l, err := daemon.Listen(socket)
	if err != nil {
		return 0
	}
	switch os.Getenv(behaviour) {
	case "mute":
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			defer conn.Close()
		}
		return 0
	case "endless":
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			go io.Copy(conn, endless{})
		}
	}
	_ = daemon.New(decider{}, daemon.Options{}).Serve(ctx, l)
	return 0
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// decider answers with its process's number, and dies where it is told to.
type decider struct{}

func (decider) Decide(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	if x.Exec.Name == "die" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	x.Decision.Content = []pipeline.Block{{Type: "text", Text: strconv.Itoa(os.Getpid())}}
	return x.Decision, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Replaced}}
}

// options are those of a server that does as named, in a folder of the test's own.
func options(t *testing.T, does string) dial.Options {
	t.Setenv(behaviour, does)
	// Two levels: a server that starts late makes the one, and not the other.
	top, err := os.MkdirTemp("", "rd")
	require.NoError(t, err)
	dir := filepath.Join(top, "run")
	require.NoError(t, os.Mkdir(dir, 0o700))
	t.Cleanup(func() {
		for os.RemoveAll(top) != nil { // while one that lost the race makes files
		}
	})
	program, err := os.Executable()
	require.NoError(t, err)
	return dial.Options{Socket: filepath.Join(dir, "s.sock"), Start: true, Program: program, Budget: 20 * time.Second}
}

func request(tool string) []byte {
	return []byte(`{"exec":{"name":"` + tool + "\"},\n \"result\":{\"content\":[]}}\n")
}

// pid is the process that an answer comes from.
func pid(t *testing.T, answer []byte) string {
	t.Helper()
	var a struct {
		Decision struct{ Content []struct{ Text string } }
	}
	require.NoError(t, json.Unmarshal(answer, &a), string(answer))
	require.Len(t, a.Decision.Content, 1)
	return a.Decision.Content[0].Text
}

func TestAServerIsStartedOnceAndServesAllThatFollow(t *testing.T) {
	o := options(t, "")
	first, err := dial.Exchange(t.Context(), o, request("bash"))
	require.NoError(t, err)
	assert.NotContains(t, string(first), "\n")
	assert.NotEqual(t, strconv.Itoa(os.Getpid()), pid(t, first))
	o.Start = false
	second, err := dial.Exchange(t.Context(), o, request("bash"))
	require.NoError(t, err)
	assert.Equal(t, pid(t, first), pid(t, second))
	o.Start = true
	path, err := dial.Ensure(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, o.Socket, path)
}

func TestAServerRunsInASessionOfItsOwn(t *testing.T) {
	o := options(t, "")
	answer, err := dial.Exchange(t.Context(), o, request("bash"))
	require.NoError(t, err)
	n, err := strconv.Atoi(pid(t, answer))
	require.NoError(t, err)
	group, err := syscall.Getpgid(n)
	require.NoError(t, err)
	assert.Equal(t, n, group, "it leads its group: no signal of the caller's terminal reaches it")
}

func TestOfStartersThatRaceOneWins(t *testing.T) {
	o := options(t, "")
	const racers = 8
	answers := make([][]byte, racers)
	errs := make([]error, racers)
	var wg sync.WaitGroup
	for i := range racers {
		wg.Go(func() { answers[i], errs[i] = dial.Exchange(t.Context(), o, request("bash")) })
	}
	wg.Wait()
	for i := range racers {
		require.NoError(t, errs[i])
		assert.Equal(t, pid(t, answers[0]), pid(t, answers[i]))
	}
}

func TestNobodyThereIsAnError(t *testing.T) {
	o := options(t, "")
	o.Start = false
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	assert.ErrorContains(t, err, "dial: no server answers at "+o.Socket)
	_, err = os.Stat(o.Socket + ".lock")
	assert.ErrorIs(t, err, os.ErrNotExist, "nothing was started")
}

func TestAServerThatCannotStartIsAnErrorAtOnce(t *testing.T) {
	o := options(t, "broken")
	o.Budget = time.Hour
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	require.ErrorContains(t, err, "the server did not start, see "+o.Socket+".log: exit status 2")
	log, err := os.ReadFile(o.Socket + ".log")
	require.NoError(t, err)
	assert.Equal(t, "broken: no configuration\n", string(log))
}

func TestAProgramThatIsNotThereIsAnError(t *testing.T) {
	o := options(t, "")
	o.Program += "-absent"
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	assert.ErrorContains(t, err, "dial: starting the server")
}

func TestAServerThatDoesNotListenIsGivenUpWithinTheBudget(t *testing.T) {
	o := options(t, "absent")
	o.Budget = 30 * time.Millisecond
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	assert.ErrorContains(t, err, "after 30ms")
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestAServerThatDoesNotAnswerIsGivenUpWithTheContext(t *testing.T) {
	for _, does := range []string{"mute", "endless"} {
		t.Run(does, func(t *testing.T) {
			o := options(t, does)
			_, err := dial.Ensure(t.Context(), o)
			require.NoError(t, err)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			_, err = dial.Exchange(ctx, o, []byte(`{"x":"`+strings.Repeat("a", 8<<20)+`"}`))
			require.Error(t, err)
			if does == "mute" {
				assert.ErrorIs(t, err, context.DeadlineExceeded)
			}
		})
	}
}

func TestAServerThatIsKilledInACallIsAnErrorAndTheNextCallStartsAnother(t *testing.T) {
	o := options(t, "")
	first, err := dial.Exchange(t.Context(), o, request("bash"))
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	_, err = dial.Exchange(ctx, o, request("die"))
	require.ErrorContains(t, err, "dial: no answer: ")
	second, err := dial.Exchange(t.Context(), o, request("bash"))
	require.NoError(t, err)
	assert.NotEqual(t, pid(t, first), pid(t, second))
}

func TestWhatIsNoObjectIsNotSent(t *testing.T) {
	for _, in := range []string{"", " \n", "[]", "GET / HTTP/1.1\r\n\r\n"} {
		_, err := dial.Exchange(t.Context(), options(t, ""), []byte(in))
		assert.ErrorContains(t, err, "dial: the request is no JSON object", in)
	}
}

func TestARequestOnManyLinesIsSentAsOneAndNotChanged(t *testing.T) {
	o := options(t, "")
	o.Start = false
	l, err := net.Listen("unix", o.Socket)
	require.NoError(t, err)
	defer l.Close()
	got := make(chan []byte, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		b := make([]byte, 100)
		n, _ := conn.Read(b)
		got <- b[:n]
		_, _ = conn.Write([]byte("{}\n{\"more\":1}\n"))
	}()
	in := []byte("\r\n{\"a\": \"\xff\\n\",\r\n\"b\":1}\n\n")
	kept := string(in)
	answer, err := dial.Exchange(t.Context(), o, in)
	require.NoError(t, err)
	assert.Equal(t, "{}", string(answer))
	assert.Equal(t, "{\"a\": \"\xff\\n\",  \"b\":1}\n", string(<-got))
	assert.Equal(t, kept, string(in))
}

func TestAFolderThatOthersMayWriteHoldsNoServer(t *testing.T) {
	o := options(t, "")
	require.NoError(t, os.Chmod(filepath.Dir(o.Socket), 0o777))
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	require.ErrorContains(t, err, "writable by group or world")
	_, err = os.Stat(o.Socket + ".log")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestAPathThatIsTooLongIsSaidToBe(t *testing.T) {
	o := options(t, "")
	o.Socket = "/tmp/" + strings.Repeat("x", 200)
	_, err := dial.Exchange(t.Context(), o, request("bash"))
	assert.ErrorContains(t, err, "the path of the socket has 205 bytes, the system takes at most")
}

func TestTheSocketIsThatOfTheConfiguration(t *testing.T) {
	home, program := t.TempDir(), filepath.Join(t.TempDir(), "riffle")
	run := filepath.Join(home, "run")
	for name, value := range map[string]string{"HOME": home, "XDG_RUNTIME_DIR": run, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "RIFFLE_CONFIG": "", dial.SocketVariable: ""} {
		t.Setenv(name, value)
	}
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
	}
	write(program, "one")
	require.NoError(t, os.Mkdir(run, 0o700))
	file := filepath.Join(home, "riffle.yaml")
	socket := func(o dial.Options) string {
		o.Program = program
		path, err := dial.Socket(o)
		require.NoError(t, err)
		return path
	}
	seen := map[string]string{}
	differs := func(why string, o dial.Options) {
		path := socket(o)
		assert.Equal(t, path, socket(o), "the same twice")
		assert.Regexp(t, `^`+run+`/riffle/serve-[0-9a-f]{12}\.sock$`, path)
		assert.Empty(t, seen[path], why)
		seen[path] = why
	}
	differs("the defaults", dial.Options{})
	write(file, "minTokens: 100\n")
	differs("a file", dial.Options{Config: file})
	write(file, "minTokens: 200\n")
	differs("the file, edited", dial.Options{Config: file})
	write(filepath.Join(home, ".config", "riffle", "config.yaml"), "minTokens: 200\n")
	differs("the user's own file", dial.Options{})
	write(filepath.Join(home, ".config", "riffle", "plugins.lock.json"), "{}")
	differs("a plugin was added", dial.Options{})
	work := filepath.Join(home, "work")
	write(filepath.Join(work, ".riffle.yaml"), "minTokens: 300\n")
	t.Chdir(work)
	differs("a file was picked up", dial.Options{})
	assert.Equal(t, socket(dial.Options{}), socket(dial.Options{PickedUp: filepath.Join(work, ".riffle.yaml")}))
	differs("the same file, named", dial.Options{Config: filepath.Join(work, ".riffle.yaml")})
	_, err := config.Trust(os.Getenv, filepath.Join(work, ".riffle.yaml"))
	require.NoError(t, err)
	differs("it is trusted", dial.Options{})
	require.NoError(t, os.Remove(filepath.Join(home, ".config", "riffle", "plugins.lock.json")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(home, ".config", "riffle", "plugins.lock.json"), 0o600))
	differs("the lock file is a pipe, for which nothing waits", dial.Options{})
	write(program, "another")
	differs("the program was upgraded", dial.Options{})
	t.Setenv("XDG_STATE_HOME", home)
	differs("originals are elsewhere", dial.Options{})

	t.Setenv("XDG_RUNTIME_DIR", filepath.Join(home, "absent"))
	assert.Equal(t, filepath.Join(os.TempDir(), "riffle-"+strconv.Itoa(os.Getuid())), filepath.Dir(socket(dial.Options{})))
	t.Setenv(dial.SocketVariable, "/a/b.sock")
	assert.Equal(t, "/a/b.sock", socket(dial.Options{}))
	assert.Equal(t, "/c.sock", socket(dial.Options{Socket: "/c.sock"}))
}
