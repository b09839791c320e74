import os, sys
import json
x = undefined_name
def f(a=[]):
    l = 1
    "Found 5 errors."
