#!/bin/sh
# "fake.sh:1:1: error: not one [SC1000]"
cd $HOME
for f in `ls *.txt`; do
  echo $f
done
if [ $1 == "x" ]; then unused=1; fi
