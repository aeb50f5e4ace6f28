// The outside check of our log: Go's own packages of its checksum database open the checkpoint that is served,
// fetch its tiles, and verify inclusion and consistency, of their own proofs and of ours.
//
// Usage: check-log PREFIX EARLIER-CHECKPOINT CONSISTENCY-PROOF RECEIPT...
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if err := check(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func check(prefix, earlierPath, consistencyPath string, receiptPaths []string) error {
	key, err := get(prefix + "/vkey")
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(string(key)))
	if err != nil {
		return fmt.Errorf("vkey: %w", err)
	}
	signed, err := get(prefix + "/checkpoint")
	if err != nil {
		return err
	}
	now, err := open(signed, verifier)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(now, &reader{prefix})
	for _, index := range indexes(now.N) {
		if err := checkRecord(prefix, now, index, hashes); err != nil {
			return fmt.Errorf("entry %d of %d: %w", index, now.N, err)
		}
	}
	if err := checkEarlier(earlierPath, consistencyPath, verifier, now, hashes); err != nil {
		return fmt.Errorf("consistency: %w", err)
	}
	for _, path := range receiptPaths {
		if err := checkReceipt(path, prefix, verifier); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	lines, err := checkCosignatures(prefix, signed, verifier)
	if err != nil {
		return fmt.Errorf("cosignature: %w", err)
	}
	fmt.Printf("%d entries, %d receipts, %d cosignatures: ok\n", now.N, len(receiptPaths), lines)
	return nil
}

// Every line that is not the log's has to be a cosignature of the witness beside it (c2sp.org/tlog-cosignature).
func checkCosignatures(prefix string, signed []byte, log note.Verifier) (int, error) {
	opened, err := note.Open(signed, note.VerifierList(log))
	if err != nil {
		return 0, err
	}
	for _, line := range opened.UnverifiedSigs {
		vkey, err := get(strings.TrimSuffix(prefix, "/log") + "/witness/vkey")
		if err != nil {
			return 0, err
		}
		parts := strings.SplitN(strings.TrimSpace(string(vkey)), "+", 3)
		key, err := base64.StdEncoding.DecodeString(parts[2])
		if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
			return 0, fmt.Errorf("not a key of cosignatures: %s", vkey)
		}
		id := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
		if line.Name != parts[0] || line.Hash != binary.BigEndian.Uint32(id[:4]) {
			return 0, fmt.Errorf("%s is somebody else", line.Name)
		}
		content, err := base64.StdEncoding.DecodeString(line.Base64)
		if err != nil || len(content) != 4+8+ed25519.SignatureSize {
			return 0, errors.New("a line of another length")
		}
		time := binary.BigEndian.Uint64(content[4:12])
		message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, opened.Text)
		if !ed25519.Verify(key[1:], []byte(message), content[12:]) {
			return 0, errors.New("false")
		}
	}
	return len(opened.UnverifiedSigs), nil
}

// Every entry of a small log; of a long one those at its seams.
func indexes(size int64) []int64 {
	var chosen []int64
	for index := int64(0); index < size; index++ {
		if size < 300 || index < 2 || index%16384 == 255 || index%16384 == 256 || index > size-3 {
			chosen = append(chosen, index)
		}
	}
	return chosen
}

func checkRecord(prefix string, tree tlog.Tree, index int64, hashes tlog.HashReader) error {
	proof, err := tlog.ProveRecord(tree.N, index, hashes)
	if err != nil {
		return err
	}
	entry, err := entryAt(prefix, tree.N, index)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)); err != nil {
		return err
	}
	entry[0] ^= 1
	if tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)) == nil {
		return errors.New("a changed entry was proven too")
	}
	return nil
}

func checkEarlier(path, proofPath string, verifier note.Verifier, now tlog.Tree, hashes tlog.HashReader) error {
	signed, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	earlier, err := open(signed, verifier)
	if err != nil {
		return err
	}
	theirs, err := tlog.ProveTree(now.N, earlier.N, hashes)
	if err != nil {
		return err
	}
	ours, err := os.ReadFile(proofPath)
	if err != nil {
		return err
	}
	parsed, err := parseHashes(strings.Fields(string(ours)))
	if err != nil {
		return err
	}
	for _, proof := range []tlog.TreeProof{theirs, parsed} {
		if err := tlog.CheckTree(proof, now.N, now.Hash, earlier.N, earlier.Hash); err != nil {
			return err
		}
	}
	earlier.Hash[0] ^= 1
	if tlog.CheckTree(theirs, now.N, now.Hash, earlier.N, earlier.Hash) == nil {
		return errors.New("a changed head was proven too")
	}
	return nil
}

// A .tlog-proof of ours, under the checkpoint it carries.
func checkReceipt(path, prefix string, verifier note.Verifier) error {
	receipt, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, signed, _ := strings.Cut(string(receipt), "\n\n")
	tree, err := open([]byte(signed), verifier)
	if err != nil {
		return err
	}
	lines := strings.Split(head, "\n")
	if lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "extra ") {
		return errors.New("not a receipt with a salt")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	if err != nil {
		return err
	}
	proof, err := parseHashes(lines[3:])
	if err != nil {
		return err
	}
	entry, err := entryAt(prefix, tree.N, index)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(tlog.RecordProof(proof), tree.N, tree.Hash, index, tlog.RecordHash(entry))
}

// The three lines of a checkpoint. tlog.ParseTree would take only the name of Go's own log.
func open(signed []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s: %q", verifier.Name(), opened.Text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

func entryAt(prefix string, size, index int64) ([]byte, error) {
	path := fmt.Sprintf("/tile/entries/%s", inThrees(index/256))
	if index/256 == size/256 {
		path += fmt.Sprintf(".p/%d", size%256)
	}
	bundle, err := get(prefix + path)
	if err != nil {
		return nil, err
	}
	entries := bytes.NewReader(bundle)
	for at := int64(0); ; at++ {
		var length uint16
		if err := binary.Read(entries, binary.BigEndian, &length); err != nil {
			return nil, err
		}
		entry := make([]byte, length)
		if _, err := io.ReadFull(entries, entry); err != nil {
			return nil, err
		}
		if at == index%256 {
			return entry, nil
		}
	}
}

func inThrees(index int64) string {
	if index < 1000 {
		return fmt.Sprintf("%03d", index)
	}
	return fmt.Sprintf("x%03d/%03d", index/1000, index%1000)
}

// Go's paths have the tile's height in front; those of tlog-tiles are always eight high.
type reader struct{ prefix string }

func (r *reader) Height() int { return 8 }

func (r *reader) SaveTiles([]tlog.Tile, [][]byte) {}

func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		bytes, err := get(r.prefix + "/tile/" + strings.TrimPrefix(tile.Path(), "tile/8/"))
		if err != nil {
			return nil, err
		}
		data = append(data, bytes)
	}
	return data, nil
}

// What was fetched before is not fetched again: tiles never change.
var fetched = map[string][]byte{}

func get(address string) ([]byte, error) {
	if content, ok := fetched[address]; ok {
		return append([]byte(nil), content...), nil
	}
	answer, err := http.Get(address)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, answer.Status)
	}
	content, err := io.ReadAll(answer.Body)
	fetched[address] = content
	return append([]byte(nil), content...), err
}
