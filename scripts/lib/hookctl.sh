# A library for policies in sh: read the payload, get a field, answer. Needs awk, and no jq.
#
#   . "${0%/*}/../lib/hookctl.sh" || exit 1
#   hookctl_read
#   command=$(hookctl_get command) || exit 1
#   case $command in *--force*) hookctl_block "push without --force" ;; esac
#
# hookctl_read                    read the payload from stdin; call it once, first
# hookctl_get PATH [DEFAULT]      print a value: a text as it is, the rest as JSON. PATH is dotted,
#                                 a number picks from a list: fragments.0.new_value; "" is the
#                                 whole payload. Status 1 and a message if it is missing or null
#                                 and there is no DEFAULT
# hookctl_quote TEXT              print a text as a JSON string, with its quotes
# hookctl_allow                   no objection
# hookctl_block REASON            stop the action
# hookctl_ask REASON              let the user decide
# hookctl_modify CHANGES          change the payload: a JSON merge patch
# hookctl_set PATH TEXT           the same for one field
# hookctl_route PROVIDER COMMAND [PROFILE [REASON]]
# hookctl_context TEXT            tell the model something
#
# The answers end the script, so call them at its top level: in $(...), in a pipe or in (...) they
# would end only that part. Whatever goes wrong in here is status 1, which is a failure of the
# policy and never an answer. A NUL in a value, which no shell can hold, and half of a surrogate
# pair become U+FFFD.

hookctl_read() {
  HOOKCTL_PAYLOAD=$(cat) || exit 1
}

hookctl_get() {
  if [ -z "${HOOKCTL_PAYLOAD+read}" ]; then
    echo "hookctl_get: call hookctl_read first" >&2
    return 1
  fi
  if printf '%s' "$HOOKCTL_PAYLOAD" | HOOKCTL_PATH=$1 LC_ALL=C awk "$hookctl_walk"; then
    return 0
  fi
  if [ $# -gt 1 ]; then
    printf '%s' "$2"
    return 0
  fi
  echo "hookctl_get: $1 is not in the payload" >&2
  return 1
}

hookctl_quote() {
  # The x keeps the newlines at the end, which $(...) and awk would not tell apart.
  printf '%sx' "$1" | LC_ALL=C awk "$hookctl_escape" || return 1
}

hookctl_allow() {
  exit 0
}

hookctl_block() {
  printf '%s\n' "$1" >&2
  exit 2
}

hookctl_ask() {
  hookctl_text=$(hookctl_quote "$1") || exit 1
  hookctl_say '"decision":"ask","reason":'"$hookctl_text"
}

hookctl_modify() {
  hookctl_say '"decision":"modify","changes":'"$1"
}

hookctl_set() {
  hookctl_text=$(hookctl_quote "$2") || exit 1
  hookctl_rest=$1
  while :; do
    hookctl_key=$(hookctl_quote "${hookctl_rest##*.}") || exit 1
    hookctl_text="{$hookctl_key:$hookctl_text}"
    case $hookctl_rest in
      *.*) hookctl_rest=${hookctl_rest%.*} ;;
      *) break ;;
    esac
  done
  hookctl_modify "$hookctl_text"
}

hookctl_route() {
  hookctl_text='"provider":'$(hookctl_quote "$1") || exit 1
  hookctl_text=$hookctl_text',"command":'$(hookctl_quote "$2") || exit 1
  if [ -n "${3-}" ]; then
    hookctl_text=$hookctl_text',"profile":'$(hookctl_quote "$3") || exit 1
  fi
  hookctl_key=$(hookctl_quote "${4-}") || exit 1
  hookctl_say '"decision":"route","route":{'"$hookctl_text"'},"reason":'"$hookctl_key"
}

hookctl_context() {
  hookctl_text=$(hookctl_quote "$1") || exit 1
  hookctl_say '"context":'"$hookctl_text"
}

# Print the one object of an answer and leave.
hookctl_say() {
  printf '{%s}\n' "$1" || exit 1
  exit 0
}

# Walk through a JSON text, of which the quotes divide the records: outside of strings there are
# only a few characters between them, and a string goes on where its record ends in an odd number
# of backslashes. Time and memory grow with the text, not with its square.
# shellcheck disable=SC2016 # the dollars are those of awk
hookctl_walk='
function fail() { exit found = 1 }
function byte(number) { return sprintf("%c", number) }
function utf8(code) {
  if (code == 0 || (code >= 55296 && code <= 57343)) code = 65533
  if (code < 128) return byte(code)
  if (code < 2048) return byte(192 + int(code / 64)) byte(128 + code % 64)
  if (code < 65536)
    return byte(224 + int(code / 4096)) byte(128 + int(code / 64) % 64) byte(128 + code % 64)
  return byte(240 + int(code / 262144)) byte(128 + int(code / 4096) % 64) \
    byte(128 + int(code / 64) % 64) byte(128 + code % 64)
}
function hex(text, i, code) {
  code = 0
  for (i = 1; i <= 4; i++) code = code * 16 + index(digits, tolower(substr(text, i, 1))) - 1
  return code
}
# Give a piece of a string without its escapes: to stdout, or as the result.
function put(text, print_it) {
  if (print_it) { print text; return "" }
  return text
}
function plain(text, print_it, parts, count, i, out, char, code, low) {
  count = split(text, parts, /\\/)
  out = put(parts[1], print_it)
  for (i = 2; i <= count; i++) {
    if (parts[i] == "") {
      i++
      out = out put("\\" parts[i], print_it)
      continue
    }
    char = substr(parts[i], 1, 1)
    if (char != "u") {
      if (char in escapes) char = escapes[char]
      out = out put(char substr(parts[i], 2), print_it)
      continue
    }
    code = hex(substr(parts[i], 2, 4))
    # The second half of a pair follows at once, or it is none.
    if (code >= 55296 && code <= 56319 && length(parts[i]) == 5 && substr(parts[i + 1], 1, 1) == "u") {
      low = hex(substr(parts[i + 1], 2, 4))
      if (low >= 56320 && low <= 57343) {
        code = 65536 + (code - 55296) * 1024 + low - 56320
        i++
      }
    }
    out = out put(utf8(code) substr(parts[i], 6), print_it)
  }
  return out
}
# A value begins: is it the one?
function wanted(value) {
  value = kind[depth] == "{" ? key[depth] : place[depth]
  on[depth] = depth ? on[depth - 1] && depth <= steps && value "" == step[depth] "" : 1
  return on[depth] && depth == steps
}
function literal(text) {
  if (!wanted()) return
  if (text == "null") fail()
  print text
  exit found = 0
}
# Text between strings. A bracket or a literal that is wanted is printed as it stands.
function structure(text, i, char, word, start) {
  for (i = 1; i <= length(text); i++) {
    char = substr(text, i, 1)
    if (char == "{" || char == "[") {
      if (raw) raw++
      else if (wanted()) { raw = 1; start = i }
      depth++
      kind[depth] = char
      place[depth] = 0
      name_next = char == "{"
    } else if (char == "}" || char == "]") {
      depth--
      name_next = 0
      if (raw && !--raw) {
        print substr(text, start ? start : 1, i - (start ? start : 1) + 1)
        exit found = 0
      }
    } else if (char == ",") {
      place[depth]++
      name_next = kind[depth] == "{"
    } else if (char == ":") {
      name_next = 0
    } else if (char ~ /[-0-9a-z]/) {
      match(substr(text, i), /^[-+.0-9A-Za-z]+/)
      word = substr(text, i, RLENGTH)
      i += RLENGTH - 1
      if (!raw) literal(word)
    }
  }
  if (raw) print start ? substr(text, start) : text
}
BEGIN {
  RS = "\""
  ORS = ""
  found = 1
  depth = 0
  digits = "0123456789abcdef"
  escapes["b"] = "\b"; escapes["f"] = "\f"; escapes["n"] = "\n"; escapes["r"] = "\r"
  escapes["t"] = "\t"
  steps = split(ENVIRON["HOOKCTL_PATH"], step, ".")
}
!inside {
  structure($0)
  inside = 1
  text = ""
  taken = !name_next && !raw && wanted()
  next
}
{
  size = length($0)
  for (slashes = 0; slashes < size && substr($0, size - slashes, 1) == "\\"; slashes++) continue
  open = slashes % 2
  if (raw) print "\"" $0 (open ? "" : "\"")
  else if (taken) print plain(open ? substr($0, 1, size - 1) : $0, 1) (open ? "\"" : "")
  else if (name_next) text = text $0 (open ? "\"" : "")
  if (open) next
  if (taken) exit found = 0
  if (name_next && !raw) key[depth] = plain(text, 0)
  inside = 0
}
END { exit found }
'

# Print a text, read line by line and with an x at its end, as a JSON string.
# shellcheck disable=SC2016 # as above
hookctl_escape='
function quoted(text, i, start, char) {
  if (text !~ /[\001-\037"\\]/) { print text; return }
  start = 1
  for (i = 1; i <= length(text); i++) {
    char = substr(text, i, 1)
    if (char in escapes) {
      print substr(text, start, i - start) escapes[char]
      start = i + 1
    }
  }
  print substr(text, start)
}
BEGIN {
  ORS = ""
  for (i = 1; i < 32; i++) escapes[sprintf("%c", i)] = sprintf("\\u%04x", i)
  escapes["\""] = "\\\""
  escapes["\\"] = "\\\\"
  print "\""
}
NR > 1 { quoted(last); print "\\n" }
{ last = $0 }
END { quoted(substr(last, 1, length(last) - 1)); print "\"" }
'
