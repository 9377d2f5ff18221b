#!/usr/bin/env bash
# Installs what mailutf.spark needs, and runs its tests: in one process, then in a cluster of a master and two workers on
# this machine. Needs Rust, Python, and Debian's packages for Java if there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ -n "${JAVA_HOME:-}" ] || command -v java >/dev/null || apt-get install -y -qq default-jre-headless >/dev/null
directory=$(mktemp -d)
processes=()
end() {
    for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
    wait
    rm -rf "$directory"
}
trap end EXIT

python3 -m venv "$directory/venv"
bin=$directory/venv/bin
"$bin/pip" install -q maturin
"$bin/maturin" build -q --profile dev -m python/Cargo.toml -o "$directory/wheels"
"$bin/pip" install -q "$(echo "$directory"/wheels/*.whl)[spark,test]"
# Spark takes the address of another interface otherwise.
export SPARK_LOCAL_IP=127.0.0.1

echo "+ in one process"
"$bin/pytest" -q python/tests/test_spark.py "$@"

home=$("$bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
class=org.apache.spark.deploy
# The workers start Python by the name in the environment.
export PYSPARK_PYTHON=$bin/python
"$home/bin/spark-class" $class.master.Master -h 127.0.0.1 -p "$port" --webui-port 0 >"$directory/master" 2>&1 &
processes+=($!)
# Two addresses of this machine: Spark tries a slow task again on another host only.
for number in 1 2; do
    SPARK_LOCAL_IP=127.0.0.$number "$home/bin/spark-class" $class.worker.Worker -h 127.0.0.$number -c 1 -m 1g --webui-port 0 -d "$directory/work-$number" \
        "spark://127.0.0.1:$port" >"$directory/worker-$number" 2>&1 &
    processes+=($!)
done
for _ in $(seq 60); do
    [ "$(grep -c 'Registering worker' "$directory/master")" = 2 ] && break
    sleep 1
done

echo "+ in a cluster"
MAILUTF_SPARK_MASTER=spark://127.0.0.1:$port "$bin/pytest" -q python/tests/test_spark.py "$@"
