package daemon

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// in is an exchange of a session that takes as long as the name of the tool says.
func in(session, tool string) string {
	return fmt.Sprintf(`{"exec":{"name":%q,"session":%q},"result":{}}`, tool, session)
}

func TestWhatIsHeldForASessionIsLetGoWhenItIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		released := map[string]time.Duration{}
		s := start(timed, Options{SessionIdle: time.Hour, ConnIdle: 24 * time.Hour, Deadline: 24 * time.Hour, Release: func(session string) error {
			released[session] = time.Since(began)
			return nil
		}})
		c, patient := s.dial(), s.dial()
		patient.send(in("long", "3h"))
		c.send(in("a", "1s"), in("", "1s"))
		c.read(t)
		c.read(t)
		time.Sleep(30 * time.Minute)
		c.send(in("a", "1s"))
		c.read(t)
		patient.read(t)
		time.Sleep(2 * time.Hour)
		s.close(t)
		slack := 2 * lookEvery.Seconds()
		assert.Len(t, released, 3)
		assert.InDelta(t, (60 * time.Minute).Seconds(), released[""].Seconds(), slack)
		assert.InDelta(t, (90 * time.Minute).Seconds(), released["a"].Seconds(), slack)
		assert.InDelta(t, (240 * time.Minute).Seconds(), released["long"].Seconds(), slack, "not while an exchange runs")
	})
}

func TestSessionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var released []string
		s := start(timed, Options{Sessions: 2, Release: func(session string) error {
			released = append(released, session)
			return nil
		}})
		c := s.dial()
		for _, name := range []string{"a", "b", "a", "c", "d"} {
			c.send(in(name, "1s"))
			c.read(t)
		}
		s.close(t)
		assert.Equal(t, []string{"b", "a"}, released, "the one without an exchange for longest first")
	})
}
