import json, sys
from urllib.parse import quote

for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"output": quote(question["input"], safe="")}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
