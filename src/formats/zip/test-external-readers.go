// Test support: lists the files of a ZIP file as Go's archive/zip reads them, each with its SHA-256.
package main

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

func main() {
	archive, err := zip.OpenReader(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			panic(err)
		}
		hash := sha256.New()
		if _, err := io.Copy(hash, content); err != nil {
			panic(err)
		}
		fmt.Printf("%x  %s\n", hash.Sum(nil), file.Name)
	}
}
