package b

import "sync"

func Copy(lock sync.Mutex) { lock.Lock() }
