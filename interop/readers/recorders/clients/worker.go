package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"time"
)

// worker is the worker of net/http.
func worker() {
	c := http.Client{Timeout: patience - 5*time.Second}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		url, err := hex.DecodeString(in.Text())
		if err != nil {
			fail(err.Error())
		}
		if answer, err := c.Get(string(url)); err == nil {
			answer.Body.Close()
		}
		fmt.Println(".")
	}
}
