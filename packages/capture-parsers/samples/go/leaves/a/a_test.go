package a

import (
	"log"
	"testing"
)

func TestBefore(t *testing.T) {}

func TestLeaves(t *testing.T) { log.Fatal("cannot go on") }
