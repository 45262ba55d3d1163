// Command gen writes the sample shop: products.json and one picture for every product and color. Run it by "go generate
// ./catalog" after changing goods.go or shapes.go; a test fails while the written files are not those that it writes.
package main

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	folder := "sample"
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	if err := write(folder); err != nil {
		slog.Error("the sample shop was not written", "error", err)
		os.Exit(1)
	}
}

// write makes the folder's files; pictures that are no longer drawn are removed.
func write(folder string) error {
	images := filepath.Join(folder, "images")
	if err := os.RemoveAll(images); err != nil {
		return err
	}
	if err := os.MkdirAll(images, 0o755); err != nil {
		return err
	}
	var lines []string
	for _, g := range goods {
		for name, picture := range g.pictures() {
			if err := os.WriteFile(filepath.Join(images, name), []byte(picture), 0o644); err != nil {
				return err
			}
		}
		line, err := json.Marshal(g.product())
		if err != nil {
			return err
		}
		lines = append(lines, string(line))
	}
	return os.WriteFile(filepath.Join(folder, "products.json"), []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o644)
}
