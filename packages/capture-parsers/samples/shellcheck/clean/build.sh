#!/bin/sh
set -eu
echo "all is well"
