import { f } from './a';
import { z } from './missing';
f(1, z);
