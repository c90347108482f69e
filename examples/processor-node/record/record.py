#!/usr/bin/env python3
"""Writes the cases of corpus/ and unseen/ again: documents of the shapes that
kubectl, CI systems, OpenAPI, Ansible and others print, with made-up contents, and the
facts that a reader of each would need. Nothing of it is random from run to run."""
import json
import os
import random

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def write(folder, name, command, lines, facts, questions):
    text = "\n".join(lines) + "\n"
    base = os.path.join(HERE, folder, "yaml")
    os.makedirs(base, exist_ok=True)
    with open(os.path.join(base, name + ".yaml"), "w") as f:
        f.write(text)
    out = []
    for i, (fact, weight, why) in enumerate(facts):
        assert fact in text, (name, fact)
        out.append({"id": f"f{i + 1}", "text": fact, "weight": weight, "why": why})
    doc = {"kind": "yaml", "tool": "bash", "command": command, "facts": out,
           "questions": [{"q": q, "answer": a} for q, a in questions]}
    with open(os.path.join(base, name + ".facts.json"), "w") as f:
        f.write(json.dumps(doc, indent=2, ensure_ascii=False) + "\n")


def suffix(rnd, n=5):
    return "".join(rnd.choice("bcdfghjklmnpqrstvwxz2456789") for _ in range(n))


def pods():
    rnd = random.Random(11)
    apps = ["ledger", "basket", "mailer", "search", "pricing", "stock", "labels", "returns"]
    out = ["apiVersion: v1", "items:"]
    for i in range(26):
        app = apps[i % len(apps)]
        name = f"{app}-{suffix(rnd, 9)}-{suffix(rnd)}"
        node = f"worker-{1 + i % 4}"
        tag, restarts, ready = "2.14.0", 0, "true"
        if i == 11:
            name, restarts, ready = "search-6c5d8f7b44-x9k2q", 47, "false"
        if i == 17:
            tag = "2.13.9-rc1"
            name = "basket-5f9dd6c7b8-p4wtz"
        if i == 20:
            node = "spare-9"
        out += [
            "- apiVersion: v1", "  kind: Pod", "  metadata:",
            f"    creationTimestamp: \"2026-04-{2 + i % 5:02d}T0{i % 10}:1{i % 6}:0{i % 9}Z\"",
            f"    generateName: {name.rsplit('-', 1)[0]}-", "    labels:", f"      app: {app}",
            f"      pod-template-hash: {name.split('-')[1]}", f"    name: {name}", "    namespace: shop",
            f"    resourceVersion: \"{884000 + i * 37}\"", f"    uid: {rnd.getrandbits(32):08x}-{rnd.getrandbits(16):04x}-4{rnd.getrandbits(12):03x}-9{rnd.getrandbits(12):03x}-{rnd.getrandbits(48):012x}",
            "  spec:", "    containers:", "    - env:", "      - name: REGION", "        value: north",
            "      - name: LOG_LEVEL", f"        value: {'debug' if i == 5 else 'info'}",
            f"      image: registry.shop.example/{app}:{tag}", "      imagePullPolicy: IfNotPresent", f"      name: {app}",
            "      resources:", "        limits:", f"          memory: {'96Mi' if i == 11 else '512Mi'}", "        requests:", "          cpu: 100m",
            "      volumeMounts:", "      - mountPath: /var/run/secrets/kubernetes.io/serviceaccount", f"        name: kube-api-access-{suffix(rnd)}", "        readOnly: true",
            "    dnsPolicy: ClusterFirst", f"    nodeName: {node}", "    restartPolicy: Always", "  status:", "    conditions:",
            "    - lastTransitionTime: \"2026-04-07T08:00:00Z\"", f"      status: \"{ready.capitalize()}\"", "      type: Ready",
            "    containerStatuses:", f"    - image: registry.shop.example/{app}:{tag}",
        ]
        if i == 11:
            out += ["      lastState:", "        terminated:", "          exitCode: 137", "          finishedAt: \"2026-04-07T08:41:19Z\"", "          reason: OOMKilled"]
        else:
            out += ["      lastState: {}"]
        out += [f"      name: {app}", f"      ready: {ready}", f"      restartCount: {restarts}", "      started: true", "      state:"]
        if i == 11:
            out += ["        waiting:", "          message: back-off 5m0s restarting failed container=search pod=search-6c5d8f7b44-x9k2q_shop", "          reason: CrashLoopBackOff"]
        else:
            out += ["        running:", f"          startedAt: \"2026-04-{2 + i % 5:02d}T0{i % 10}:1{i % 6}:2{i % 9}Z\""]
        out += [f"    hostIP: 10.20.0.{1 + i % 4}", "    phase: Running", f"    podIP: 10.42.{i % 4}.{20 + i}", "    qosClass: Burstable"]
    out += ["kind: List", "metadata:", "  resourceVersion: \"\""]
    write("corpus", "pods", "kubectl get pods -n shop -o yaml", out, [
        ("name: search-6c5d8f7b44-x9k2q", 3, "the pod that does not run"),
        ("reason: OOMKilled", 3, "why it ended"),
        ("reason: CrashLoopBackOff", 2, "what it is in now"),
        ("exitCode: 137", 2, "how it ended"),
        ("restartCount: 47", 2, "how long this has been going on"),
        ("memory: 96Mi", 3, "the cause: its limit is a fifth of the others'"),
        ("image: registry.shop.example/basket:2.13.9-rc1", 2, "one pod runs another version"),
        ("nodeName: spare-9", 1, "one pod stands on another machine"),
        ("value: debug", 1, "one pod logs more than the others"),
    ], [("Why does a pod restart?", "search-6c5d8f7b44-x9k2q is killed for memory; its limit is 96Mi where others have 512Mi")])


def openapi():
    rnd = random.Random(12)
    things = ["berth", "vessel", "pilot", "tug", "cargo", "crane", "invoice", "tariff", "tide", "lock", "notice", "permit", "agent", "waste"]
    out = ["openapi: 3.0.3", "info:", "  title: Harbour office", "  version: 4.7.1", "  description: |",
           "    Everything that an agent may book.", "    Times are those of the harbour, not UTC.", "servers:",
           "- url: https://api.harbour.example/v4", "security:", "- token: []", "paths:"]
    for n, t in enumerate(things):
        for many in (True, False):
            path = f"/{t}s" if many else f"/{t}s/{{id}}"
            out += [f"  {path}:"]
            for verb in (["get", "post"] if many else ["get", "delete"]):
                out += [f"    {verb}:", f"      operationId: {verb}{t.capitalize()}{'s' if many else ''}", "      tags:", f"      - {t}",
                        f"      summary: {dict(get='Read', post='Add', delete='Remove')[verb]} {'all ' + t + 's' if many and verb == 'get' else 'one ' + t}"]
                if t == "tide" and verb == "get" and many:
                    out += ["      security: []"]
                if t == "tug" and verb == "delete":
                    out += ["      deprecated: true", "      description: Gone on 1 October; cancel the booking instead."]
                out += ["      parameters:", "      - name: " + ("limit" if many else "id"), "        in: " + ("query" if many else "path"),
                        f"        required: {'false' if many else 'true'}", "        schema:", "          type: " + ("integer" if many else "string")]
                if many:
                    out += [f"          maximum: {5000 if t == 'invoice' else 100}"]
                out += ["      responses:", f"        '{201 if verb == 'post' else 200}':", "          description: As asked", "          content:", "            application/json:",
                        "              schema:", f"                $ref: '#/components/schemas/{t.capitalize()}'", "        '401':", "          $ref: '#/components/responses/Unauthorised'"]
                if t == "lock" and verb == "post":
                    out += ["        '423':", "          description: The lock is being filled; try again after the time in Retry-After"]
    out += ["components:", "  responses:", "    Unauthorised:", "      description: The token is missing or too old", "  schemas:"]
    for t in things:
        out += [f"    {t.capitalize()}:", "      type: object", "      required:", "      - id", "      properties:", "        id:", "          type: string",
                "          format: uuid", "        name:", "          type: string", f"          maxLength: {8 if t == 'crane' else 120}", "        changed:", "          type: string",
                "          format: date-time"]
        if t == "cargo":
            out += ["        class:", "          type: string", "          enum: [dry, wet, reefer, dangerous]"]
    write("corpus", "openapi", "cat openapi.yaml", out, [
        ("version: 4.7.1", 2, "which version of the interface this is"),
        ("- url: https://api.harbour.example/v4", 2, "where it is served"),
        ("Times are those of the harbour, not UTC.", 2, "what every caller must know"),
        ("deprecated: true", 3, "the call that will go"),
        ("operationId: deleteTug", 2, "which call that is"),
        ("Gone on 1 October; cancel the booking instead.", 3, "when it goes and what replaces it"),
        ("security: []", 2, "the one call without a token"),
        ("maximum: 5000", 2, "the one list with another bound"),
        ("enum: [dry, wet, reefer, dangerous]", 2, "the values of a class"),
        ("The lock is being filled; try again after the time in Retry-After", 2, "a status that only one call has"),
        ("maxLength: 8", 1, "names of cranes are shorter"),
    ], [("Which call is deprecated?", "deleteTug, until 1 October")])


def pipeline():
    out = ["# Runs on every push.", "stages: [check, build, test, deliver]", "", "variables:", "  CACHE: \"/cache\"", "  RETRIES: \"2\"", ""]
    for part in ["gauge", "relay", "panel", "motor", "valve", "boiler", "feeder", "hopper", "sorter", "lifter", "washer", "dryer"]:
        for stage in ["check", "build", "test"]:
            out += [f"{part}:{stage}:", f"  stage: {stage}", f"  image: ci.plant.example/{'go:1.22' if (part, stage) == ('boiler', 'build') else 'go:1.24'}",
                    "  tags: [linux, amd64]", "  script:"]
            if stage == "check":
                out += [f"  - go vet ./{part}/...", f"  - staticcheck ./{part}/..."]
            elif stage == "build":
                out += [f"  - go build -trimpath -o out/{part} ./{part}", f"  - upx -q out/{part}"]
                if part == "sorter":
                    out += ["  - cp -r vendor/blobs out/   # firmware, not in the repository"]
            else:
                out += [f"  - go test -race ./{part}/..." if part != "motor" else "  - go test ./motor/... || true"]
            if part == "washer" and stage == "test":
                out += ["  allow_failure: true"]
            out += [f"  timeout: {'4h' if (part, stage) == ('valve', 'test') else '20m'}", "  retry: 2", "  artifacts:", "    expire_in: 3 days", "    paths:", f"    - out/{part}", ""]
    out += ["deliver:", "  stage: deliver", "  when: manual", "  only: [release]", "  script:", "  - ./deliver.sh --to plant-3", "  environment:", "    name: plant-3", "    url: https://plant-3.example"]
    write("corpus", "pipeline", "cat .gitlab-ci.yml", out, [
        ("allow_failure: true", 3, "the job whose failure nobody sees"),
        ("washer:test:", 3, "which job that is"),
        ("go test ./motor/... || true", 3, "a test that can't fail"),
        ("timeout: 4h", 2, "one job may run for hours"),
        ("image: ci.plant.example/go:1.22", 2, "one job builds with an older compiler"),
        ("firmware, not in the repository", 2, "where a build differs"),
        ("./deliver.sh --to plant-3", 2, "what the last job does"),
        ("when: manual", 1, "and that a person starts it"),
        ("stages: [check, build, test, deliver]", 1, "the order"),
    ], [("Which tests can fail unseen?", "washer:test (allow_failure) and motor:test (|| true)")])


def values():
    out = ["# Default values of the chart \"granary\".", "# Override them by a file per site; never edit this one.", ""]
    parts = ["intake", "dryer", "silo", "scale", "mill", "packer", "dispatch", "office", "archive", "gateway"]
    for i, p in enumerate(parts):
        out += [f"## {p}", f"{p}:", "  enabled: " + ("false" if p == "archive" else "true")]
        if p == "scale":
            out += ["  # The licence of the scales covers three; a fourth stops all of them.", "  replicas: 3"]
        else:
            out += ["  replicas: 2"]
        out += ["  image:", "    repository: images.granary.example/" + p, "    tag: \"" + ("7.2.0-hotfix.4" if p == "mill" else "7.2.0") + "\"", "    pullPolicy: IfNotPresent",
                "  service:", "    type: " + ("LoadBalancer" if p == "gateway" else "ClusterIP"), f"    port: {8080 if p != 'dispatch' else 9443}",
                "  resources:", "    requests:", "      cpu: 50m", "      memory: 64Mi", "    limits:", f"      cpu: {'4' if p == 'dryer' else '500m'}", "      memory: 256Mi",
                "  probes:", "    liveness:", "      path: /healthz", "      periodSeconds: 10", "      failureThreshold: 3", "    readiness:", "      path: /readyz", "      periodSeconds: 5",
                "  nodeSelector: {}", "  tolerations: []", "  affinity: {}", "  podAnnotations:", "    prometheus.io/scrape: \"true\"", "    prometheus.io/port: \"9090\"",
                "  securityContext:", f"    runAsNonRoot: {'false' if p == 'packer' else 'true'}", "    readOnlyRootFilesystem: true", "    allowPrivilegeEscalation: false", "    capabilities:", "      drop:", "      - ALL",
                "  extraEnv:", "  - name: SITE", "    value: plain", "  - name: TZ", "    value: Europe/Oslo"]
        if p == "silo":
            out += ["  - name: MAX_FILL_PERCENT", "    value: \"92\""]
        out += ["  volumes:", "  - name: work", "    emptyDir: {}", ""]
    out += ["global:", "  domain: granary.example", "  issuer: letsencrypt", "  # Taken by all parts that speak to the authority.", "  reportingId: NO-4471-G", "  storageClass: fast"]
    write("corpus", "values", "helm show values granary", out, [
        ("The licence of the scales covers three; a fourth stops all of them.", 3, "what must not be changed"),
        ("replicas: 3", 2, "the value that it is about"),
        ("tag: \"7.2.0-hotfix.4\"", 2, "one part has another version"),
        ("runAsNonRoot: false", 3, "one part runs as root"),
        ("packer:", 2, "which one"),
        ("enabled: false", 2, "one part is off"),
        ("type: LoadBalancer", 2, "what is open to the outside"),
        ("reportingId: NO-4471-G", 2, "an identifier that one looks for"),
        ("name: MAX_FILL_PERCENT", 2, "a setting that only one part has"),
        ("cpu: 4", 1, "one part may use far more"),
    ], [("Which part runs as root?", "packer")])


def inventory():
    rnd = random.Random(15)
    out = ["all:", "  vars:", "    ansible_user: deploy", "    ansible_python_interpreter: /usr/bin/python3", "  children:"]
    for g, site in enumerate(["bergen", "narvik", "tromso", "vardo"]):
        out += [f"    {site}:", "      vars:", f"        gateway: 10.{60 + g}.0.1", "        dns: [10.60.0.53, 10.61.0.53]", "      hosts:"]
        for i in range(22):
            host = f"{site}-{i + 1:02d}"
            out += [f"        {host}.met.example:", f"          ansible_host: 10.{60 + g}.0.{10 + i}", f"          serial: S{rnd.randrange(10 ** 7):07d}",
                    f"          firmware: {'3.9.2' if host == 'narvik-14' else '4.1.0'}", f"          interval: {10 if host != 'vardo-07' else 3600}", "          sensors: [wind, rain, pressure]" if host != "tromso-19" else "          sensors: [wind, rain]"]
            if host == "bergen-09":
                out += ["          ansible_port: 2222"]
            if host == "tromso-03":
                out += ["          skip: true", "          reason: mast struck by lightning on 11 March, part on order"]
    write("corpus", "inventory", "ansible-inventory --list --yaml", out, [
        ("skip: true", 3, "the host that is left out"),
        ("mast struck by lightning on 11 March, part on order", 3, "why"),
        ("tromso-03.met.example:", 3, "which host"),
        ("ansible_port: 2222", 2, "one host has another port"),
        ("firmware: 3.9.2", 2, "one host has an older firmware"),
        ("narvik-14.met.example:", 2, "which"),
        ("interval: 3600", 2, "one host reports once an hour"),
        ("sensors: [wind, rain]\n", 2, "one host has no pressure sensor"),
        ("ansible_user: deploy", 1, "what holds for all"),
    ], [("Which host is skipped?", "tromso-03, struck by lightning")])


def alerts():
    rnd = random.Random(16)
    out = ["groups:"]
    for g in ["ovens", "mixers", "cooling", "delivery", "tills"]:
        out += [f"- name: {g}", "  interval: 30s" if g != "cooling" else "  interval: 15m", "  rules:"]
        for i in range(11):
            what = ["Hot", "Cold", "Slow", "Stuck", "Silent", "Full", "Empty", "Late", "Worn", "Loud", "Open"][i]
            odd = (g, what) == ("delivery", "Late")
            out += [f"  - alert: {g.capitalize()}{what}", f"    expr: bakery_{g}_{what.lower()} > {rnd.randrange(60, 95) if not odd else 0}",
                    f"    for: {'0s' if odd else '5m'}", "    labels:", f"      severity: {'page' if (g, what) in (('ovens', 'Hot'), ('cooling', 'Open')) else 'ticket'}",
                    f"      team: {'night' if (g, what) == ('tills', 'Silent') else 'floor'}", "    annotations:",
                    f"      summary: \"{{{{ $labels.unit }}}} is {what.lower()}\"", f"      runbook: https://runs.bakery.example/{g}/{what.lower()}"]
            if (g, what) == ("cooling", "Open"):
                out += ["      description: >-", "        The door of the cold room is open. After twenty", "        minutes the yeast is lost; call the warden first."]
    write("corpus", "alerts", "cat rules/bakery.rules.yml", out, [
        ("alert: CoolingOpen", 3, "one of two that wake somebody"),
        ("alert: OvensHot", 3, "the other one"),
        ("severity: page", 2, "that they do"),
        ("minutes the yeast is lost; call the warden first.", 2, "what is to be done"),
        ("for: 0s", 3, "one fires at once"),
        ("expr: bakery_delivery_late > 0", 3, "its bound is nothing"),
        ("team: night", 2, "one goes to another team"),
        ("interval: 15m", 2, "one group is looked at far less often"),
    ], [("Which alerts wake somebody?", "OvensHot and CoolingOpen")])


def events():
    rnd = random.Random(21)
    out = ["apiVersion: v1", "items:"]
    for i in range(34):
        obj = f"{rnd.choice(['press', 'fold', 'cut', 'bind', 'ship'])}-{suffix(rnd, 8)}-{suffix(rnd)}"
        kind, reason, count = "Normal", ["Scheduled", "Pulled", "Created", "Started"][i % 4], 1
        msg = {"Scheduled": f"Successfully assigned print/{obj} to rack-{1 + i % 5}", "Pulled": "Container image already present on machine",
               "Created": "Created container main", "Started": "Started container main"}[reason]
        comp = "kubelet" if reason != "Scheduled" else "default-scheduler"
        if i == 13:
            obj, kind, reason, count, comp = "bind-77c9f4d5b6-q2v8n", "Warning", "FailedScheduling", 216, "default-scheduler"
            msg = "0/5 nodes are available: 2 Insufficient memory, 3 node(s) had untolerated taint {maintenance}."
        if i == 22:
            obj, kind, reason, count = "cut-5b7d9c8f66-m4t6x", "Warning", "FailedMount", 38
            msg = "MountVolume.SetUp failed for volume \"blades\" : configmap \"blade-set-b\" not found"
        out += ["- apiVersion: v1", f"  count: {count}", "  eventTime: null", f"  firstTimestamp: \"2026-05-19T06:{i:02d}:11Z\"", "  involvedObject:", "    apiVersion: v1",
                "    kind: Pod", f"    name: {obj}", "    namespace: print", f"    resourceVersion: \"{55100 + i}\"", "  kind: Event", f"  lastTimestamp: \"2026-05-19T0{7 if i in (13, 22) else 6}:{i:02d}:12Z\"",
                f"  message: {json.dumps(msg) if ':' in msg else msg}", "  metadata:", f"    creationTimestamp: \"2026-05-19T06:{i:02d}:11Z\"", f"    name: {obj}.17{rnd.getrandbits(52):013x}", "    namespace: print",
                f"    resourceVersion: \"{91200 + 3 * i}\"", f"  reason: {reason}", "  reportingComponent: " + comp, "  reportingInstance: \"\"", "  source:", f"    component: {comp}", f"  type: {kind}"]
    out += ["kind: List", "metadata:", "  resourceVersion: \"\""]
    write("unseen", "events", "kubectl get events -n print -o yaml", out, [
        ("0/5 nodes are available: 2 Insufficient memory, 3 node(s) had untolerated taint {maintenance}.", 3, "why a pod is not placed"),
        ("name: bind-77c9f4d5b6-q2v8n", 3, "which pod"),
        ("count: 216", 2, "how often that was tried"),
        ("blade-set-b", 3, "what is missing"),
        ("name: cut-5b7d9c8f66-m4t6x", 2, "for which pod"),
        ("reason: FailedMount", 2, "what fails there"),
        ("count: 38", 1, "how often"),
    ], [("What is missing?", "the config map blade-set-b")])


def compose():
    names = ["web", "api", "worker", "beat", "cache", "queue", "db", "replica", "search", "mail", "files", "thumbs", "geo", "auth", "admin", "metrics", "logs", "docs", "proxy", "backup"]
    out = ["name: museum", "services:"]
    for i, n in enumerate(names):
        out += [f"  {n}:", f"    image: museum/{n}:{'latest' if n == 'thumbs' else '5.3'}", f"    restart: {'no' if n == 'geo' else 'unless-stopped'}" if n != "geo" else "    restart: \"no\"", "    networks:", "    - inner", "    logging:", "      driver: json-file", "      options:", "        max-size: 10m", "        max-file: \"3\"",
                "    environment:", "      MUSEUM_ENV: production", "      MUSEUM_REGION: west", f"      MUSEUM_ROLE: {n}"]
        if n == "search":
            out += ["      SEARCH_HEAP: 6g"]
        if n == "db":
            out += ["    ports:", "    - \"0.0.0.0:5432:5432\"", "    volumes:", "    - /srv/old-disk/pg:/var/lib/postgresql/data"]
        else:
            out += ["    ports:", f"    - \"127.0.0.1:{8000 + i}:8080\"", "    volumes:", f"    - {n}-data:/data"]
        if n == "backup":
            out += ["    privileged: true"]
        out += ["    healthcheck:", "      test: [\"CMD\", \"/probe\"]" if n != "auth" else "      test: [\"NONE\"]", "      interval: 10s", "      timeout: 2s", "      retries: 5", "    depends_on:", "    - " + ("db" if n != "db" else "files")]
    out += ["networks:", "  inner:", "    internal: true", "volumes:"] + [f"  {n}-data: {{}}" for n in names if n != "db"]
    write("unseen", "compose", "docker compose config", out, [
        ("privileged: true", 3, "one service may do anything"),
        ("backup:", 2, "which one"),
        ("0.0.0.0:5432:5432", 3, "the database is open to all"),
        ("/srv/old-disk/pg:/var/lib/postgresql/data", 2, "where its data lies"),
        ("image: museum/thumbs:latest", 2, "one image is not pinned"),
        ("restart: \"no\"", 2, "one service stays down"),
        ("test: [\"NONE\"]", 2, "one service has no health check"),
        ("SEARCH_HEAP: 6g", 1, "a setting that only one has"),
    ], [("Which port is open to all?", "5432 of db")])


def roles():
    out = []
    for i, team in enumerate(["astro", "botany", "chem", "drama", "econ", "film", "geo", "history", "ink", "jazz", "knit", "law"]):
        out += ["---", "apiVersion: rbac.authorization.k8s.io/v1", "kind: Role", "metadata:", f"  name: {team}-editor", f"  namespace: {team}", "  labels:", "    campus: main" if team != "ink" else "    campus: annex", "rules:"]
        for res, verbs in [("pods", ["get", "list", "watch"]), ("services", ["get", "list", "watch", "create"]), ("configmaps", ["get", "list", "watch", "create", "update"]), ("jobs", ["get", "list", "create", "delete"])]:
            out += ["- apiGroups:", "  - \"" + ("batch" if res == "jobs" else "") + "\"", "  resources:", f"  - {res}", "  verbs:"] + [f"  - {v}" for v in verbs]
            if team == "film" and res == "jobs":
                out += ["- apiGroups:", "  - \"*\"", "  resources:", "  - \"*\"", "  verbs:", "  - \"*\""]
            if team == "law" and res == "configmaps":
                out += ["- apiGroups:", "  - \"\"", "  resources:", "  - secrets", "  verbs:", "  - get"]
        out += ["---", "apiVersion: rbac.authorization.k8s.io/v1", "kind: RoleBinding", "metadata:", f"  name: {team}-editors", f"  namespace: {team}", "roleRef:", "  apiGroup: rbac.authorization.k8s.io", "  kind: Role", f"  name: {team}-editor", "subjects:",
                "- apiGroup: rbac.authorization.k8s.io", "  kind: Group", f"  name: staff-{team}"]
        if team == "geo":
            out += ["- apiGroup: rbac.authorization.k8s.io", "  kind: User", "  name: contractor-17@outside.example"]
    write("unseen", "roles", "kubectl get roles,rolebindings -A -o yaml", out, [
        ("- \"*\"", 3, "a rule that allows everything"),
        ("name: film-editor", 3, "whose it is"),
        ("- secrets", 3, "a rule that lets secrets be read"),
        ("name: law-editor", 2, "whose that is"),
        ("name: contractor-17@outside.example", 3, "a person from outside"),
        ("kind: User", 1, "bound as a person"),
        ("campus: annex", 1, "the one that is elsewhere"),
    ], [("Who may do everything?", "film-editor")])


def parcels():
    rnd = random.Random(24)
    towns = ["Ulm", "Trier", "Celle", "Gera", "Fulda", "Hof"]
    out = ["%YAML 1.2", "---", "# export of the depot, one day", "depot: south", "date: 2026-06-02", "parcels:"]
    for i in range(150):
        weight, state, town = f"{rnd.randrange(10, 300) / 10}", "delivered", towns[rnd.randrange(6)]
        if i == 67:
            weight = "-4.2"
        if i == 101:
            state = "held at customs"
        if i == 30:
            weight = "611.0"
        if i == 125:
            town = "Basel"
        out += [f"  - id: P-{60210 + i}", f"    town: {town}", f"    weight: {weight}", f"    state: {state}", f"    van: {1 + rnd.randrange(7)}"]
        if i == 88:
            out += ["    note: \"two of three boxes; the third was wet and stays\""]
    out += ["totals:", "  parcels: 150", "  vans: 7", "  refused: 0", "..."]
    write("unseen", "parcels", "depotctl export --day 2026-06-02", out, [
        ("weight: -4.2", 3, "a weight that can't be"),
        ("id: P-60277", 3, "whose it is"),
        ("state: held at customs", 3, "the one that did not arrive"),
        ("id: P-60311", 2, "which one"),
        ("weight: 611.0", 2, "far heavier than all others"),
        ("two of three boxes; the third was wet and stays", 2, "what is missing"),
        ("id: P-60298", 2, "of which parcel"),
        ("town: Basel", 1, "the one abroad"),
        ("date: 2026-06-02", 1, "which day"),
    ], [("Which parcel has an impossible weight?", "P-60277")])


def configmaps():
    out = ["apiVersion: v1", "items:"]
    for i, n in enumerate(["north", "south", "east", "west", "ferry", "tunnel", "bridge", "toll", "night", "depot"]):
        out += ["- apiVersion: v1", "  data:", "    app.ini: |", "      [line]", f"      name = {n}", f"      period_s = {0 if n == 'ferry' else 240}", "      doors = auto",
                "      [log]", "      level = info", "      keep_days = 14", "      [radio]", f"      channel = {21 + i}", "      fallback = 16", "    start.sh: |", "      #!/bin/sh", "      set -eu", "      . /etc/line.env", "      mkdir -p /run/line"]
        if n == "tunnel":
            out += ["      # Ventilation first: without it the doors must stay shut.", "      /opt/vent --speed 3 --wait"]
        if n == "night":
            out += ["      export LINE_SKIP_SIGNAL_CHECK=1"]
        out += ["      exec /opt/line --config /etc/app.ini", "    stops.csv: |", "      id,name,zone"] + [f"      {100 * i + k},{n} stop {k},{1 + k // 5}" for k in range(14)]
        if n == "toll":
            out += ["      9999,closed until further notice,0"]
        out += ["  kind: ConfigMap", "  metadata:", "    annotations:", f"      changed-by: {'root' if n == 'night' else 'pipeline'}", f"    creationTimestamp: \"2026-02-0{1 + i % 8}T10:00:00Z\"", f"    name: line-{n}", "    namespace: lines", f"    resourceVersion: \"{7100 + i * 13}\""]
    out += ["kind: List"]
    write("unseen", "configmaps", "kubectl get configmaps -n lines -o yaml", out, [
        ("export LINE_SKIP_SIGNAL_CHECK=1", 3, "a check that is off"),
        ("name: line-night", 3, "on which line"),
        ("changed-by: root", 2, "and that a person did it"),
        ("period_s = 0", 3, "a line with no period"),
        ("name = ferry", 2, "which line"),
        ("Ventilation first: without it the doors must stay shut.", 2, "what must come first"),
        ("9999,closed until further notice,0", 2, "a stop that is closed"),
    ], [("Which line skips a check?", "line-night")])


def audit():
    rnd = random.Random(26)
    subjects = ["the key file", "the socket", "the audit log", "the scheduler's port", "the data folder", "the proxy's token", "the profile", "the clock"]
    out = ["Controls:"]
    n = 0
    for s in range(1, 6):
        out += [f"- id: \"{s}\"", f"  text: Part {s} of the station's rules", "  tests:"]
        for k in range(1, 13):
            n += 1
            subject = subjects[rnd.randrange(8)]
            fail, warn = (s, k) in ((2, 7), (4, 11)), (s, k) in ((3, 3),)
            out += [f"  - test_number: \"{s}.{k}\"", f"    test_desc: Ensure that {subject} is set up by rule {s}.{k}", "    type: \"\"", f"    status: {'FAIL' if fail else 'WARN' if warn else 'PASS'}", f"    scored: {'false' if (s, k) == (1, 9) else 'true'}"]
            if (s, k) == (2, 7):
                out += ["    actual_value: permissions=644", "    expected_result: permissions has permissions 600, expected 600 or more restrictive", "    remediation: |", "      Run on every gate: chmod 600 /etc/gate/signing.key"]
            elif (s, k) == (4, 11):
                out += ["    actual_value: --anonymous=true", "    expected_result: '''--anonymous'' is equal to ''false'''", "    remediation: |", "      Set anonymous to false in /etc/gate/agent.conf and start the agent again."]
            elif warn:
                out += ["    actual_value: \"\"", "    reason: \"the tool \\\"gatectl\\\" was not found\""]
            else:
                out += ["    actual_value: as expected", "    remediation: \"\""]
    out += ["Totals:", "  total_pass: 57", "  total_fail: 2", "  total_warn: 1", "  total_info: 0"]
    write("unseen", "audit", "gate-bench --yaml", out, [
        ("test_number: \"2.7\"", 3, "a rule that is broken"),
        ("test_number: \"4.11\"", 3, "the other one"),
        ("actual_value: permissions=644", 2, "what was found"),
        ("chmod 600 /etc/gate/signing.key", 3, "how it is mended"),
        ("actual_value: --anonymous=true", 2, "what was found"),
        ("Set anonymous to false in /etc/gate/agent.conf", 3, "how it is mended"),
        ("gatectl", 2, "what could not be tested"),
        ("total_fail: 2", 2, "how many there are"),
        ("scored: false", 1, "the one that does not count"),
    ], [("Which rules are broken?", "2.7 and 4.11")])


for case in [pods, openapi, pipeline, values, inventory, alerts, events, compose, roles, parcels, configmaps, audit]:
    case()
