package registry

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// refusal says why a pin can't serve here, without a look at its program.
func (o Places) refusal(p *Pin) error {
	again := fmt.Sprintf("run riffle plugin remove %s, then riffle plugin add PATH", p.Name)
	if _, ok := serve.VersionedPlugins()[p.Protocol]; !ok {
		who := "upgrade riffle"
		if p.Protocol < serve.Protocol {
			who = "get a newer build of the plugin, then run riffle plugin add --upgrade PATH"
		}
		return fmt.Errorf("refused: %q speaks protocol %d, this host %d: %s", p.Name, p.Protocol, serve.Protocol, who)
	}
	switch {
	case p.OS != runtime.GOOS || p.Arch != runtime.GOARCH:
		return fmt.Errorf("refused: %q was added on %s/%s and this is %s/%s: %s", p.Name, p.OS, p.Arch, runtime.GOOS, runtime.GOARCH, again)
	case !p.InPlace && !o.managed(p):
		return fmt.Errorf("refused: the lock file says that the program of %q is %s, which is not where riffle keeps it (%s): %s",
			p.Name, p.Path, filepath.Join(o.Managed, p.Name, managedName(p)), again)
	case !p.InPlace:
		return trustedFolder(o.Managed)
	}
	return nil
}

// checkFile refuses the open program of a pin, but for its hash.
func (o Places) checkFile(p *Pin, file *os.File) error {
	if err := o.refusal(p); err != nil {
		return err
	}
	if err := trustedProgram(file); err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() != p.Bytes {
		return p.differs(fmt.Sprintf("it has %d bytes, not %d", info.Size(), p.Bytes))
	}
	return err
}

// glance is Verify without the hash: what a listing can afford for each plugin.
func (o Places) glance(p *Pin) error {
	if err := o.refusal(p); err != nil {
		return err
	}
	file, err := p.open()
	if err != nil {
		return err
	}
	defer file.Close()
	return o.checkFile(p, file)
}

func (p *Pin) open() (*os.File, error) {
	file, err := supervise.OpenProgram(p.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("refused: %s is gone: run riffle plugin add --upgrade PATH, or riffle plugin remove %s", p.Path, p.Name)
	}
	return file, err
}

func (p *Pin) differs(how string) error {
	return fmt.Errorf("refused: %s is not the file that was added: %s: if you built it anew, run riffle plugin add --upgrade PATH; if not, run riffle plugin remove %s and find out who changed it", p.Path, how, p.Name)
}

// Verify checks the program of a pin as a start does, hash included, and starts
// nothing. The error says what to do.
func (o Places) Verify(p *Pin) error {
	if err := o.refusal(p); err != nil { // goes before a missing file
		return err
	}
	file, err := p.open()
	if err != nil {
		return err
	}
	defer file.Close()
	if err := o.checkFile(p, file); err != nil {
		return err
	}
	sum, err := hashOf(file, io.Discard)
	if err == nil && hex.EncodeToString(sum) != p.SHA256 {
		err = p.differs("its SHA-256 begins " + hex.EncodeToString(sum[:6]) + ", not " + p.SHA256[:12])
	}
	return err
}

// Remove takes a plugin off the lock file and then removes its managed program. A
// program that was added in place stays. An error that
// comes with a pin says that the program is still there; it is never run.
func (o Places) Remove(ctx context.Context, kind, name string) (removed Pin, err error) {
	err = o.alone(ctx, func() error {
		lock, err := o.ReadLock()
		if err != nil {
			return err
		}
		p := lock.Find(kind, name)
		if p == nil {
			return fmt.Errorf("%w: no %s %q was added", ErrUnknown, kind, name)
		}
		if err := o.write(lock.without(kind, name)); err != nil {
			return fmt.Errorf("registry: %q was not removed: %w", name, err)
		}
		removed = *p
		if !o.managed(p) || p.InPlace {
			return nil
		}
		if err := os.Remove(p.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("registry: %q is no longer used, but its program stays: %w", name, err)
		}
		_ = os.Remove(filepath.Dir(p.Path)) // fails where it holds another
		return nil
	})
	return removed, err
}
