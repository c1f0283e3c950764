"""Uses no time and never ends."""

import time

time.sleep(60)
