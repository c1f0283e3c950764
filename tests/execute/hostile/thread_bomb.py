"""Three hundred threads at once."""

import threading

hold = threading.Event()
threads = [threading.Thread(target=hold.wait, daemon=True) for _ in range(300)]
try:
    for thread in threads:
        thread.start()
    print("HARM")
except RuntimeError as error:
    print(error)
hold.set()
