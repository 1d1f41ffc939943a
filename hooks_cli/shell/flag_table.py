"""What the options of common programs look like, as data for `flags.py`.

A row for `git push` adds to that for `git`. Marks: `words` single-dash words are never split;
`first` options end at the first operand; `old` the first word may be a bundle without a dash;
`short` long names may be cut short.
"""

from __future__ import annotations


def _row(
    letters: str = "", longs: str = "", same: str = "", marks: str = ""
) -> tuple[str, str, str, str]:
    """Return a row: letters and long options that take a value, sets of equal names, marks."""
    return letters, longs, same, marks


# fmt: off
TABLE: dict[str, tuple[str, str, str, str]] = {
    # files
    "rm": _row(
        "",
        "",
        "-r|-R|--recursive -f|--force -d|--dir -v|--verbose --no-preserve-root "
        "--preserve-root --one-file-system --interactive",
        "short",
    ),
    "rmdir": _row("", "", "-p|--parents -v|--verbose --ignore-fail-on-non-empty", "short"),
    "unlink": _row(),
    "shred": _row(
        "ns",
        "--iterations --size --random-source",
        "-u|--remove -f|--force -z|--zero",
        "short",
    ),
    "cp": _row(
        "tS",
        "--target-directory --suffix",
        "-r|-R|--recursive -f|--force -a|--archive -i|--interactive -n|--no-clobber "
        "-T|--no-target-directory -t|--target-directory",
        "short",
    ),
    "mv": _row(
        "tS",
        "--target-directory --suffix",
        "-f|--force -i|--interactive -n|--no-clobber -T|--no-target-directory "
        "-t|--target-directory",
        "short",
    ),
    "ln": _row(
        "tS",
        "--target-directory --suffix",
        "-s|--symbolic -f|--force -n|--no-dereference -t|--target-directory",
        "short",
    ),
    "install": _row(
        "gmotS",
        "--group --mode --owner --target-directory --suffix",
        "-t|--target-directory -m|--mode -o|--owner -d|--directory -D",
        "short",
    ),
    "chmod": _row("", "--reference", "-R|--recursive -v|--verbose", "short"),
    "chown": _row("", "--reference --from", "-R|--recursive -v|--verbose", "short"),
    "chgrp": _row("", "--reference", "-R|--recursive", "short"),
    "mkdir": _row("m", "--mode", "-p|--parents -m|--mode", "short"),
    "touch": _row("dtr", "--date --reference --time", "", "short"),
    "truncate": _row("sr", "--size --reference", "-s|--size", "short"),
    "tee": _row("", "", "-a|--append", "short"),
    "dd": _row(),
    "ls": _row(
        "IwT",
        "--ignore --width --tabsize --sort --time",
        "-R|--recursive -a|--all",
        "short",
    ),
    "cat": _row("", "", "", "short"),
    "head": _row("nc", "--lines --bytes", "-n|--lines -c|--bytes", "short"),
    "tail": _row(
        "ncs",
        "--lines --bytes --pid --sleep-interval",
        "-n|--lines -f|--follow",
        "short",
    ),
    "sort": _row(
        "kotTS",
        "--key --output --field-separator --temporary-directory --buffer-size "
        "--compress-program",
        "-o|--output -u|--unique",
        "short",
    ),
    "split": _row("abClnt", "--filter --bytes --lines --number --suffix-length", "", "short"),
    "find": _row(
        "",
        "-name -iname -path -ipath -wholename -regex -iregex -type -mtime -mmin -atime -amin "
        "-ctime -cmin -newer -size -perm -user -group -maxdepth -mindepth -fprint -fprintf "
        "-fls -printf -fstype -inum -links -samefile -lname -uid -gid",
        "",
        "words",
    ),
    "fd": _row(
        "deEtSxXjcpo",
        "--max-depth --min-depth --extension --exclude --type --size --exec --exec-batch "
        "--threads --color --owner --base-directory",
    ),
    "tar": _row(
        "fCbTXIgNFKLVH",
        "--file --directory --files-from --exclude --exclude-from --use-compress-program "
        "--checkpoint-action --to-command --transform --strip-components --checkpoint --newer "
        "--owner --group --mode",
        "-x|--extract|--get -c|--create -f|--file -C|--directory -t|--list "
        "-I|--use-compress-program -z|--gzip -j|--bzip2",
        "old short",
    ),
    "rsync": _row(
        "efBTM",
        "--rsh --exclude --include --exclude-from --include-from --files-from --rsync-path "
        "--bwlimit --backup-dir --suffix --filter --log-file --timeout --port --chmod --chown "
        "--compare-dest --copy-dest --link-dest --temp-dir",
        "-e|--rsh -a|--archive -n|--dry-run -r|--recursive -v|--verbose "
        "--delete|--del|--delete-before|--delete-during|--delete-after|--delete-excluded",
    ),
    "scp": _row("cDFiJloPSX"),
    "sed": _row(
        "ef",
        "--expression --file --line-length",
        "-i|--in-place -n|--quiet|--silent -e|--expression -f|--file -E|-r|--regexp-extended",
        "short",
    ),
    "awk": _row(
        "fFvi",
        "--file --field-separator --assign --include",
        "-f|--file -F|--field-separator -v|--assign",
        "first",
    ),
    "grep": _row(
        "efmABCdD",
        "--regexp --file --max-count --after-context --before-context --context --include "
        "--exclude --exclude-dir --exclude-from --color --colour --label --binary-files",
        "-e|--regexp -f|--file -r|--recursive -R|--dereference-recursive -i|--ignore-case "
        "-v|--invert-match -l|--files-with-matches",
        "short",
    ),
    "rg": _row(
        "efmABCgtTjMEr",
        "--regexp --file --max-count --after-context --before-context --context --glob "
        "--iglob --type --type-not --pre --pre-glob --threads --max-columns --encoding "
        "--replace --sort --color --max-depth --ignore-file",
        "-e|--regexp -f|--file -g|--glob -i|--ignore-case -l|--files-with-matches -t|--type",
    ),
    "jq": _row(
        "f",
        "--arg --argjson --slurpfile --rawfile --args --jsonargs --from-file --indent",
        "-f|--from-file -r|--raw-output",
    ),
    "xargs": _row(
        "IiEeLlnPsad",
        "--replace --max-args --max-procs --max-lines --max-chars --arg-file --delimiter "
        "--eof",
        "",
        "first short",
    ),
    "crontab": _row("u", "", "-r -e -l"),
    # network
    "curl": _row(
        "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
        "--output --data --data-raw --data-binary --data-urlencode --data-ascii --json "
        "--header --request --user --user-agent --form --form-string --upload-file --cookie "
        "--cookie-jar --url --config --proxy --cacert --cert --key --connect-timeout "
        "--max-time --retry --retry-delay --retry-max-time --write-out --range --referer "
        "--resolve --dump-header --output-dir --interface --max-redirs --netrc-file "
        "--aws-sigv4 --oauth2-bearer --unix-socket --limit-rate",
        "-o|--output -O|--remote-name -d|--data -L|--location -s|--silent -f|--fail "
        "-X|--request -H|--header -T|--upload-file -F|--form -u|--user -k|--insecure "
        "-b|--cookie -c|--cookie-jar -K|--config -I|--head",
    ),
    "wget": _row(
        "aoOePtTUQlADRIXBiw",
        "--output-document --output-file --append-output --directory-prefix --tries --timeout "
        "--user-agent --header --post-data --post-file --body-data --body-file --method "
        "--input-file --execute --user --password --level --accept --reject --domains --wait "
        "--limit-rate --load-cookies --save-cookies --ca-certificate",
        "-O|--output-document -P|--directory-prefix -q|--quiet -i|--input-file -c|--continue "
        "-r|--recursive",
        "short",
    ),
    "ssh": _row("BbcDEeFIiJLlmOopQRSWw", "", "", "first"),
    "nc": _row("cegGiIMmoOpPqsTVWwxX", "", "-e|-c|--exec|--sh-exec"),
    # privilege and wrappers
    "sudo": _row(
        "CDghpRrtTUu",
        "--user --group --host --prompt --chdir --chroot --role --type --other-user "
        "--command-timeout --close-from",
        "-u|--user -i|--login -s|--shell -l|--list -k|--reset-timestamp -v|--validate",
        "first",
    ),
    "doas": _row("Cu", "", "", "first"),
    "su": _row(
        "cgGsw",
        "--command --group --supp-group --shell --whitelist-environment",
        "-c|--command -l|--login",
    ),
    "env": _row(
        "uCS",
        "--unset --chdir --split-string",
        "-i|--ignore-environment -u|--unset -S|--split-string",
        "first",
    ),
    "timeout": _row("ks", "--kill-after --signal", "", "first"),
    "nice": _row("n", "--adjustment", "", "first"),
    "time": _row("fo", "--format --output", "", "first"),
    "kill": _row("sn", "--signal", "-9|-KILL|-SIGKILL", "words"),
    "pkill": _row(
        "gGPstuUF",
        "--signal --parent --euid --uid --group --session --terminal",
        "-f|--full -9|-KILL",
    ),
    # shells and interpreters
    "bash": _row("oO", "--rcfile --init-file", "-l|--login", "first"),
    "sh": _row("o", "", "", "first"),
    "zsh": _row("o", "", "", "first"),
    "dash": _row("o", "", "", "first"),
    "python": _row("cmWX", "--check-hash-based-pycs", "", "first"),
    "node": _row(
        "epr",
        "--eval --print --require --import --env-file",
        "-e|--eval -p|--print",
        "first",
    ),
    "perl": _row("eEIMm", "", "", "first"),
    "ruby": _row("eIrC", "", "", "first"),
    "php": _row("rdcfBREFSt", "", "", "first"),
    # version control
    "git": _row(
        "Cc",
        "--git-dir --work-tree --namespace --config-env --super-prefix",
        "-p|--paginate -P|--no-pager",
        "short",
    ),
    "git add": _row(
        "",
        "--chmod --pathspec-from-file",
        "-f|--force -A|--all -u|--update -p|--patch -n|--dry-run",
    ),
    "git branch": _row(
        "u",
        "--set-upstream-to --sort --format --points-at --contains --no-contains",
        "-d|--delete -f|--force -m|--move -c|--copy -a|--all -r|--remotes -D -M",
    ),
    "git checkout": _row(
        "bB",
        "--orphan --conflict --pathspec-from-file",
        "-f|--force -q|--quiet -p|--patch",
    ),
    "git cherry-pick": _row("mXS", "--mainline --strategy --strategy-option", "-n|--no-commit"),
    "git clean": _row(
        "e",
        "--exclude",
        "-f|--force -n|--dry-run -i|--interactive -q|--quiet -d -x -X",
    ),
    "git clone": _row(
        "bocju",
        "--branch --origin --config --depth --jobs --upload-pack --reference --template "
        "--filter --separate-git-dir --shallow-since",
        "-b|--branch",
    ),
    "git commit": _row(
        "mFCct",
        "--message --file --author --date --template --fixup --squash --reuse-message "
        "--reedit-message --cleanup --trailer --pathspec-from-file",
        "-m|--message -n|--no-verify -a|--all -F|--file -s|--signoff --amend --no-edit "
        "--verify --allow-empty",
    ),
    "git config": _row(
        "f",
        "--file --blob --type --default --get --get-all --unset --unset-all --add "
        "--get-regexp",
        "-f|--file",
    ),
    "git diff": _row("SGOU", "--output --diff-filter --unified --word-diff-regex"),
    "git fetch": _row(
        "jo",
        "--depth --jobs --upload-pack --refmap --server-option --shallow-since",
        "-f|--force -p|--prune -a|--append -t|--tags",
    ),
    "git gc": _row("", "", "--prune --aggressive --force"),
    "git grep": _row("efmABCO", "--max-depth"),
    "git log": _row(
        "nSGLU",
        "--max-count --since --until --after --before --author --grep --format --skip "
        "--output --diff-filter",
        "-n|--max-count",
    ),
    "git merge": _row("msXF", "--message --file --strategy --strategy-option", "--abort"),
    "git pull": _row(
        "sXj",
        "--strategy --strategy-option --depth --upload-pack",
        "-f|--force -r|--rebase",
    ),
    "git push": _row(
        "o",
        "--repo --receive-pack --exec --push-option --recurse-submodules",
        "-f|--force -d|--delete -n|--dry-run -u|--set-upstream --force-with-lease "
        "--force-if-includes --mirror --all|--branches --tags --prune --no-verify "
        "--follow-tags --atomic --porcelain --progress",
    ),
    "git rebase": _row(
        "sXxC",
        "--onto --exec --strategy --strategy-option --empty",
        "-i|--interactive -x|--exec",
    ),
    "git reset": _row(
        "",
        "--pathspec-from-file",
        "-q|--quiet -p|--patch --hard --soft --mixed --keep --merge",
    ),
    "git restore": _row(
        "s",
        "--source --conflict --pathspec-from-file",
        "-s|--source -S|--staged -W|--worktree -p|--patch",
    ),
    "git revert": _row("mXS", "--mainline --strategy", "-n|--no-commit"),
    "git rm": _row("", "--pathspec-from-file", "-f|--force -n|--dry-run -r --cached"),
    "git show": _row("SGU", "--format --output"),
    "git stash push": _row(
        "m",
        "--message --pathspec-from-file",
        "-m|--message -u|--include-untracked",
    ),
    "git switch": _row(
        "cC",
        "--create --force-create --orphan --conflict",
        "-c|--create -C|--force-create -f|--force|--discard-changes",
    ),
    "git tag": _row(
        "mFu",
        "--message --file --local-user --sort --format --contains",
        "-d|--delete -f|--force -l|--list -m|--message -a|--annotate",
    ),
    "git update-ref": _row("m", "", "-d --stdin --no-deref"),
    "git worktree add": _row("bB", "--reason", "-f|--force"),
    "git worktree": _row("", "", "-f|--force"),
    "gh": _row("R", "--repo --hostname", "-R|--repo"),
    "gh api": _row(
        "XHfFqt",
        "--method --header --field --raw-field --jq --template --input --cache",
        "-X|--method -F|--field -f|--raw-field",
    ),
    "hg": _row("R", "--repository --cwd --config"),
    # packages
    "npm": _row(
        "Cw",
        "--prefix --workspace --registry --userconfig --globalconfig --cache --loglevel --tag",
        "-g|--global|--location=global -D|--save-dev -w|--workspace",
    ),
    "pnpm": _row(
        "CFr",
        "--filter --dir --registry --reporter --loglevel",
        "-g|--global -F|--filter -C|--dir -D|--save-dev",
    ),
    "yarn": _row("", "--cwd --registry --modules-folder --cache-folder", "-D|--dev"),
    "bun": _row("", "--cwd --config --registry --filter", "-g|--global -d|--dev"),
    "pip": _row(
        "",
        "--log --proxy --timeout --retries --cert --client-cert --cache-dir --python "
        "--trusted-host --exists-action",
        "-q|--quiet -v|--verbose",
    ),
    "pip install": _row(
        "rceti",
        "--requirement --constraint --editable --target --index-url --extra-index-url "
        "--find-links --platform --python-version --prefix --root --src --upgrade-strategy "
        "--config-settings --report",
        "-r|--requirement -e|--editable -U|--upgrade -t|--target",
    ),
    "uv": _row("", "--directory --project --config-file --cache-dir --python --index-url --color"),
    "poetry": _row("CP", "--directory --project", "-C|--directory"),
    "conda": _row("npcf", "--name --prefix --channel --file", "-n|--name -y|--yes"),
    "cargo": _row("CZ", "--config --color --manifest-path"),
    "go": _row("C", "", "", "words"),
    "gem": _row(),
    "apt-get": _row(
        "oct",
        "--option --config-file --target-release --default-release",
        "-y|--yes|--assume-yes -s|--simulate|--dry-run",
    ),
    "apt": _row("oct", "--option --config-file --target-release", "-y|--yes|--assume-yes"),
    "brew": _row("", "", "-f|--force"),
    "mvn": _row(
        "fDPplTsb",
        "--file --define --activate-profiles --projects --threads --settings",
        "",
        "words",
    ),
    "gradle": _row(
        "pbcxDPIg",
        "--project-dir --build-file --settings-file --exclude-task --init-script",
        "-p|--project-dir",
        "words",
    ),
    "make": _row(
        "CfIjloW",
        "--directory --file --makefile --include-dir --jobs --old-file --what-if "
        "--load-average --max-load",
        "-n|--just-print|--dry-run|--recon -C|--directory",
        "short",
    ),
    # containers and clouds
    "docker": _row("cHl", "--config --context --host --log-level --tlscacert --tlscert --tlskey"),
    "docker compose": _row(
        "fp",
        "--file --project-name --profile --env-file --project-directory --ansi --parallel "
        "--progress",
        "-f|--file -p|--project-name",
    ),
    "docker compose down": _row("t", "--timeout --rmi", "-v|--volumes"),
    "docker rm": _row("", "", "-f|--force -v|--volumes -l|--link"),
    "docker rmi": _row("", "", "-f|--force"),
    "docker system prune": _row("", "--filter", "-a|--all -f|--force --volumes"),
    "docker volume rm": _row("", "", "-f|--force"),
    "docker run": _row(
        "acehlmpuvw",
        "--add-host --cap-add --cap-drop --cpus --device --dns --entrypoint --env --env-file "
        "--expose --gpus --hostname --init-path --ipc --label --memory --mount --name "
        "--network --net --pid --platform --publish --pull --restart --security-opt "
        "--shm-size --tmpfs --ulimit --user --userns --volume --volumes-from --workdir",
        "-v|--volume -e|--env -p|--publish -u|--user -w|--workdir -d|--detach -t|--tty "
        "-i|--interactive",
        "first",
    ),
    "docker exec": _row(
        "euw",
        "--env --env-file --user --workdir --detach-keys",
        "-u|--user -w|--workdir -i|--interactive -t|--tty",
        "first",
    ),
    "docker-compose": _row(
        "fp",
        "--file --project-name --profile --env-file --project-directory",
        "-f|--file -p|--project-name -v|--volumes",
    ),
    "kubectl": _row(
        "nfkloscv",
        "--namespace --filename --kustomize --selector --output --server --context --cluster "
        "--kubeconfig --user --token --as --grace-period --timeout --field-selector --cascade",
        "-n|--namespace -f|--filename -A|--all-namespaces -l|--selector",
    ),
    "helm": _row(
        "nfo",
        "--namespace --values --set --set-string --version --kube-context --kubeconfig "
        "--output --timeout",
        "-n|--namespace -f|--values",
    ),
    "terraform": _row(
        "",
        "-var -var-file -target -state -out -backend-config -replace -lock-timeout "
        "-parallelism",
        "-auto-approve|--auto-approve -destroy|--destroy",
        "words",
    ),
    "tofu": _row(
        "",
        "-var -var-file -target -state -out -backend-config -replace",
        "-auto-approve|--auto-approve -destroy|--destroy",
        "words",
    ),
    "pulumi": _row("sC", "--stack --cwd --color", "-y|--yes -f|--skip-preview"),
    "aws": _row(
        "",
        "--region --profile --output --query --endpoint-url --ca-bundle --color "
        "--cli-read-timeout --cli-connect-timeout",
    ),
    "gcloud": _row(
        "q",
        "--project --account --configuration --format --filter --region --zone",
        "-q|--quiet",
    ),
    "az": _row(
        "gno",
        "--resource-group --name --output --query --subscription",
        "-y|--yes -g|--resource-group -n|--name",
    ),
    # databases and services
    "psql": _row(
        "cdfhpUvoPFRTL",
        "--command --dbname --file --host --port --username --set --output --variable",
        "-c|--command -f|--file -d|--dbname",
    ),
    "mysql": _row("ehPuDS", "--execute --host --port --user --database --socket", "-e|--execute"),
    "sqlite3": _row("", "-cmd -init -separator -newline -nullvalue", "", "words"),
    "redis-cli": _row("hpnaus", "--user --pass", "", "first"),
    "mongosh": _row("", "--eval --host --port --username --password --file", "-f|--file"),
    "systemctl": _row(
        "tpnHMoPs",
        "--type --property --host --machine --output --state --root --signal",
    ),
    "java": _row("", "-cp -classpath -jar --module-path --class-path -m", "", "words first"),
}

# Programs with the options of another one.
LIKE: dict[str, str] = {
    "py": "python",
    "egrep": "grep", "fgrep": "grep", "zgrep": "grep", "ggrep": "grep", "gawk": "awk", "mawk":
    "awk", "nawk": "awk", "gsed": "sed", "gtar": "tar", "bsdtar": "tar", "podman": "docker",
    "nerdctl": "docker", "nodejs": "node", "fdfind": "fd", "ncat": "nc", "netcat": "nc",
    "mariadb": "mysql", "kubecolor": "kubectl", "mamba": "conda", "micromamba": "conda",
    "rbash": "bash", "ksh": "bash", "mksh": "bash", "ash": "sh", "pypy": "python", "pypy3":
    "python", "gradlew": "gradle", "mvnw": "mvn", "srm": "rm", "grm": "rm", "opentofu": "tofu",
    "mongo": "mongosh", "sftp": "scp", "bunx": "bun", "gdd": "dd", "aptitude": "apt-get", "k":
    "kubectl", "k3s": "kubectl", "oc": "kubectl",
}

# Programs whose first operands are text rather than files. A number counts operands from the
# front; 0 means all of them.
TEXT_OPERANDS: dict[str, int] = {
    "echo": 0, "printf": 0, "expr": 0, "true": 0, "false": 0, ":": 0, "say": 0, "logger": 0,
    "export": 0, "alias": 0, "seq": 0, "sleep": 0, "kill": 0, "pkill": 0, "pgrep": 0, "killall":
    0, "which": 0, "type": 0, "man": 0, "basename": 0, "dirname": 0, "unset": 0, "return": 0,
    "exit": 0, "grep": 1, "rg": 1, "ag": 1, "ack": 1, "sed": 1, "awk": 1, "jq": 1, "yq": 1,
    "tr": 0, "fd": 1, "chmod": 1, "chown": 1, "chgrp": 1, "Write-Output": 0, "Write-Host": 0,
}
# With these options the first operand is a file after all.
PATTERN_FLAGS = frozenset((
    "--expression", "--file", "--from-file", "--regexp", "-e", "-f",
))
# Options whose value is text with one of the programs below, and may be a file with another.
TEXT_FLAGS = frozenset((
    "--author", "--body", "--exclude", "--exclude-dir", "--expression", "--format", "--glob",
    "--grep", "--header", "--iglob", "--ignore", "--include", "--message", "--pretty",
    "--regex", "--regexp", "--request", "--title", "-H", "-X", "-e", "-g", "-iname", "-m",
    "-name",
))
TEXT_FLAG_OWNERS = frozenset((
    "curl", "fd", "find", "gh", "git", "grep", "ls", "rg", "rsync", "sed", "tar",
))
# fmt: on
