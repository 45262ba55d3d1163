package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
)

func newCatalog() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "catalog",
		Short:   "Import goods; search them",
		Example: "  evercart catalog import products.csv\n  evercart catalog search red wool scarf",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCatalogImport(), newCatalogSearch())
	return cmd
}

// imported is what became of one file.
type imported struct {
	File string `json:"file"`
	client.Put
}

// feedReport is the import's own account, as far as it is printed.
type feedReport struct {
	Format       string    `json:"format"`
	Rows         int       `json:"rows"`
	Products     int       `json:"products"`
	Variants     int       `json:"variants"`
	Skipped      []feedRow `json:"skipped"`
	SkippedCount int       `json:"skipped_count"`
	Warned       []feedRow `json:"warned"`
	WarnedCount  int       `json:"warned_count"`
}

type feedRow struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func newCatalogImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "Import feeds: Shopify CSV, Google Merchant XML or TSV, plain CSV, our JSON; - is standard input",
		Long:  "Imports feeds into the catalogue. Their formats are told apart by content. Importing a feed again updates\nit: prices, stock, and what is gone.",
		Example: "  evercart catalog import products.csv\n  evercart catalog import --price-unit minor --strict flowers.csv\n" +
			"  curl -s https://shop.example.com/feed.xml | evercart catalog import -",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{fmt.Errorf("needs a file")}
			}
			return nil
		},
	}
	asJSON := dataFlags(cmd)
	strict := cmd.Flags().Bool("strict", false, "fail at the first row that cannot be read, and import nothing")
	foreign := cmd.Flags().Bool("foreign", false, "with --currency: take it although it is not the shop's, which sells nothing of the feed until it is")
	source := cmd.Flags().String("source", "", "`NAME` of the feed, under which it is updated later; default: the file's path")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			feed, err := feedAsked(cmd, c, r)
			if err != nil {
				return err
			}
			feed.Strict, feed.Foreign = *strict, *foreign
			reports := []imported{}
			for _, file := range args {
				feed.Source = sourceOf(*source, file)
				put, err := importFile(ctx, cmd, r, file, feed)
				if err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				reports = append(reports, imported{file, put})
				if *asJSON {
					continue
				}
				if err := printImport(cmd.OutOrStdout(), file, put); err != nil {
					return err
				}
			}
			if *asJSON {
				return printJSON(cmd, map[string]any{"imports": reports})
			}
			return nil
		})
	}
	return cmd
}

// feedAsked is what this call says of its feeds. What it does not say, the server decides: it knows the shop's currency, and what
// its prices are in. A shop's folder that is named here is held against the server's.
func feedAsked(cmd *cobra.Command, c app.Config, r *app.Remote) (client.Feed, error) {
	var f client.Feed
	if cmd.Flags().Changed("price-unit") {
		f.PriceUnit = c.PriceUnit
	}
	if cmd.Flags().Changed("currency") {
		f.Currency = c.Currency
		return f, nil
	}
	if r.Private {
		return f, nil
	}
	currency, known, err := c.ShopCurrency()
	if err == nil && known && cmd.Flags().Changed("shop") {
		f.Currency = string(currency)
	}
	return f, err
}

func sourceOf(named, file string) string {
	switch {
	case named != "":
		return named
	case file == "-":
		return "stdin"
	}
	return file
}

func importFile(ctx context.Context, cmd *cobra.Command, r *app.Remote, file string, feed client.Feed) (client.Put, error) {
	var in io.Reader = cmd.InOrStdin()
	var size int64
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return client.Put{}, err
		}
		defer func() { _ = f.Close() }()
		info, err := f.Stat()
		if err != nil {
			return client.Put{}, err
		}
		if info.IsDir() {
			return client.Put{}, fmt.Errorf("this is a folder; a feed is a file")
		}
		in, size = f, info.Size()
	}
	bar := newBar(cmd.ErrOrStderr(), file, size)
	own := &failing{Reader: bar.read(in)}
	put, err := r.Put(ctx, feed, own)
	bar.done()
	if own.err != nil { // the upload broke off for it, and the server is not to blame
		err = fmt.Errorf("the file could not be read: %w", own.err)
	}
	return put, err
}

// failing keeps the error of a reader, which the upload would dress as its own.
type failing struct {
	io.Reader
	err error
}

func (f *failing) Read(b []byte) (int, error) {
	n, err := f.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

func printImport(w io.Writer, file string, put client.Put) error {
	raw, err := json.Marshal(put.Report)
	if err != nil {
		return err
	}
	var r feedReport
	if err := json.Unmarshal(raw, &r); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(w, "%s: %s, %d rows: %d products, %d variants; %d new, %d changed, %d as before, %d retired\n",
		file, r.Format, r.Rows, r.Products, r.Variants, put.Added, put.Changed, put.Same, put.Retired)
	printRows(w, "skipped: ", r.Skipped, r.SkippedCount)
	printRows(w, "", r.Warned, r.WarnedCount)
	return nil
}

func printRows(w io.Writer, what string, rows []feedRow, count int) {
	for _, row := range rows {
		where := ""
		if row.Line > 0 { // else it is of the whole feed
			where = fmt.Sprintf("line %d ", row.Line)
		}
		_, _ = fmt.Fprintf(w, "  %s%s%s\n", where, what, row.Reason)
	}
	if more := count - len(rows); more > 0 {
		_, _ = fmt.Fprintf(w, "  and %d more rows\n", more)
	}
}

func newCatalogSearch() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "search WORDS…",
		Short:   "Search the goods as a shopper's words would",
		Example: "  evercart catalog search red wool scarf\n  evercart catalog search --limit 3 --json loafers",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{fmt.Errorf("needs words to search for")}
			}
			return nil
		},
	}
	asJSON := dataFlags(cmd)
	limit := cmd.Flags().Int("limit", 10, "show at most `N`, up to 100")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *limit < 1 || *limit > 100 {
			return usageError{fmt.Errorf("--limit is 1 to 100")}
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			found, err := r.Find(ctx, strings.Join(args, " "), *limit)
			if err != nil {
				return err
			}
			return show(cmd, *asJSON, found, printGoods)
		})
	}
	return cmd
}

// printGoods lists what was found, the variants that fit.
func printGoods(w io.Writer, f client.Found) error {
	if len(f.Hits) == 0 {
		_, err := fmt.Fprintln(w, "Nothing found.")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, h := range f.Hits {
		for _, v := range h.Product.Variants {
			if !slices.Contains(h.Variants, v.SKU) {
				continue
			}
			name := lineName(client.Line{Title: h.Product.Title, Options: v.Options})
			_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", v.SKU, name, amount(v.Price, v.Currency), stock(v))
		}
	}
	return t.Flush()
}

func stock(v client.Variant) string {
	switch {
	case !v.Active:
		return "not for sale"
	case v.Stock == nil:
		return ""
	}
	return fmt.Sprintf("%d in stock", *v.Stock)
}
