#!/bin/bash
if true; then
  echo "no end"
