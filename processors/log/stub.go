package log

func fillDiff(d *draft)  {}
func fillTable(d *draft) {}
