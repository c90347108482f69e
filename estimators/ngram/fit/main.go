// Command fit makes the tables of sdk/tokens, o200k_base and cl100k_base, and
// reports how well they do on texts that they were not fitted to. It needs an exact
// counter and a folder of texts:
//
//	go run ./estimators/ngram/fit -collect -texts DIR                 # once: fills DIR, some minutes
//	go run ./estimators/ngram/fit -texts DIR -tables sdk/tokens       # fits and writes the tables
//	go run ./estimators/ngram/fit -texts DIR -report docs/ngram-accuracy.md
//	go run ./estimators/ngram/fit -hostile estimators/ngram/testdata/hostile.tsv
//	go run ./estimators/ngram/fit -measure FILE...                    # errors on files by folder
//
// Each file of DIR is one type of text. What sources.tsv lists, from the Go
// distribution, from Debian packages and from this project's corpus, is a start;
// any further file counts too, and generators add the types that no file holds in
// pure form. Of every three blocks of a type the last is never fitted: the report
// is about those, and about the tables that are compiled in, so write them first.
// The texts themselves are not kept in the repository.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// encoding is one that tables are made for.
type encoding struct {
	name     string // as in the names of the tables
	title    string
	exact    func(text []byte) int
	estimate func([]byte) int // by the tables that are compiled in
}

var encodings = []encoding{
	{"o200k", tokens.Encoding, func(t []byte) int { return bpe.O200K().Count(t) }, tokens.Estimate},
	{"cl100k", tokens.EncodingCL100K, func(t []byte) int { return bpe.CL100K().Count(t) }, tokens.EstimateCL100K},
}

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.texts, "texts", "", "folder of texts, one type a file")
	flag.BoolVar(&o.collect, "collect", false, "fill the folder with what sources.tsv lists and it lacks")
	flag.StringVar(&o.tables, "tables", "", "folder to write the tables to, as Go source")
	flag.StringVar(&o.report, "report", "", "file to write the accuracy on held-out text to, in Markdown")
	flag.StringVar(&o.hostile, "hostile", "", "file to write the exact counts of hostile texts to")
	flag.BoolVar(&o.measure, "measure", false, "print the errors on the files that follow, by folder")
	flag.Parse()
	o.files = flag.Args()
	if err := o.run(); err != nil {
		log.Fatal(err)
	}
}

type options struct {
	texts, tables, report, hostile string
	collect, measure               bool
	files                          []string
}

func (o options) run() error {
	if o.texts == "" && (o.collect || o.tables != "" || o.report != "") {
		return errors.New("fit: -texts DIR is missing: the folder of texts, which -collect fills")
	}
	if o.collect {
		if err := collect(o.texts); err != nil {
			return err
		}
	}
	if o.tables != "" {
		if err := writeTables(o.texts, o.tables); err != nil {
			return err
		}
	}
	if o.report != "" {
		if err := writeReport(o.texts, o.report); err != nil {
			return err
		}
	}
	if o.hostile != "" {
		if err := writeHostile(o.hostile); err != nil {
			return err
		}
	}
	if o.measure {
		return measure(o.files)
	}
	return nil
}

func writeTables(texts, dir string) error {
	types, err := read(texts)
	if err != nil {
		return err
	}
	a := newAutomaton()
	var all []fitted
	for _, e := range encodings {
		f := &fitter{automaton: a, exact: e.exact}
		all = append(all, fitted{e.name, f.fit(types), rates(e.exact)})
	}
	return a.write(dir, all)
}

func writeReport(texts, file string) error {
	types, err := read(texts)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(report(types)), 0o644); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	return nil
}
