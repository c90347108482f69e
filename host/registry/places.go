package registry

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/riffle-dev/riffle/host/config"
)

// Places are where the plugins that a user added are kept. The lock file and the
// programs lie apart, so that who can change a program can't change its pin.
type Places struct {
	Lock    string // the lock file; "": there are no added plugins
	Managed string // folder of their programs
}

// UserPlaces are those of the user whose environment env reads.
func UserPlaces(env func(string) string) Places {
	settings, data := config.Folder(env), config.DataFolder(env)
	if settings == "" || data == "" {
		return Places{}
	}
	return Places{Lock: filepath.Join(settings, LockName), Managed: filepath.Join(data, "plugins")}
}

const (
	// turnWait is how long a change of the lock waits for others.
	turnWait = time.Minute
	// turnPause is how often it looks.
	turnPause = 20 * time.Millisecond
)

// alone runs f while nobody else adds or removes plugins. Who only reads needs no
// turn: the lock file is replaced as a whole.
func (o Places) alone(ctx context.Context, f func() error) error {
	if o.Lock == "" || o.Managed == "" {
		return errors.New("registry: no folder for plugins is known: set HOME, or XDG_CONFIG_HOME and XDG_DATA_HOME")
	}
	dir := filepath.Dir(o.Lock)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	turn := filepath.Join(dir, "."+LockName+".turn")
	ctx, cancel := context.WithTimeout(ctx, turnWait)
	defer cancel()
	for {
		release, err := takeTurn(turn)
		if err != nil {
			return fmt.Errorf("registry: %s: %w", turn, err)
		}
		if release != nil {
			defer release()
			return f()
		}
		select {
		case <-time.After(turnPause):
		case <-ctx.Done():
			return fmt.Errorf("registry: another riffle is adding or removing plugins (%s): %w; try again when it has ended", turn, ctx.Err())
		}
	}
}
