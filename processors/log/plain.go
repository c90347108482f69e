package log

// fillLines values plain lines and what groups them.
func fillLines(d *draft) {
	d.evaluate(0)
}
