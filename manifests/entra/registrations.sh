# Everything below is the same for all installations. It is idempotent: existing settings are left alone, and settings
# that administrators added are kept.
set -euo pipefail

GRAPH=00000003-0000-0000-c000-000000000000
APPLICATIONS=https://graph.microsoft.com/v1.0/applications

# Progress goes to the standard error, ids to the standard output, so that redirecting the ids never writes the secret.
say() { printf '%s\n' "$*" >&2; }
stop() {
  say "$*"
  exit 1
}

# One value per line. On Windows lines also end with a carriage return.
ask() { az "$@" --output tsv | tr -d '\r'; }
told() { ask ad app show --id "$1" --query "$2"; }
list() { az ad app show --id "$1" --query "$2" --output json; }
has_line() { grep -qxF -- "$2" <<<"$1"; }

# Appends an item to a JSON list.
joined() {
  case $1 in
    '' | null | '[]') printf '[%s]' "$2" ;;
    *) printf '%s,%s]' "${1%]}" "$2" ;;
  esac
}

patch() {
  local object
  object=$(told "$1" id)
  az rest --method PATCH --uri "$APPLICATIONS/$object" --headers Content-Type=application/json --body "$2" --output none
}

# The application id of the registration with a name, created if missing. Failures must exit explicitly, because
# `set -e` has no effect inside $( ).
registration() {
  local found
  found=$(ask ad app list --filter "$2" --query '[].appId') || exit 1
  case $found in
    *$'\n'*) stop "More than one registration is called $1. Rename those that are not Handback's." ;;
    '')
      found=$(ask ad app create --display-name "$1" --sign-in-audience AzureADMyOrg --query appId) || exit 1
      say "Created the registration $1."
      for _ in 1 2 3 4 5 6 7 8 9 10; do
        if az ad app show --id "$found" --output none 2>/dev/null; then break; fi
        sleep 3
      done
      ;;
  esac
  printf '%s\n' "$found"
}

# Creates the service principal, without which nobody can consent to the registration or get a role of it.
principal() {
  local found
  found=$(ask ad sp list --filter "appId eq '$1'" --query '[].id')
  if [ -z "$found" ]; then az ad sp create --id "$1" --output none; fi
}

# Arguments: registration, platform, URI, URI as JSON
redirect() {
  local known
  known=$(told "$1" "$2.redirectUris[]")
  if has_line "$known" "$3"; then return; fi
  known=$(list "$1" "$2.redirectUris")
  patch "$1" "{\"$2\":{\"redirectUris\":$(joined "$known" "$4")}}"
  say "Registered the redirect URI $3."
}

# Arguments: registration, value of the role, role as JSON
role() {
  local known
  known=$(told "$1" 'appRoles[].value')
  if has_line "$known" "$2"; then return; fi
  known=$(list "$1" appRoles)
  patch "$1" "{\"appRoles\":$(joined "$known" "$3")}"
  say "Added the role $2."
}

# Arguments: registration, API, kind of permission, names
permit() {
  local app=$1 api=$2 kind=$3 name table id known
  shift 3
  case $kind in Role) table=appRoles ;; *) table=oauth2PermissionScopes ;; esac
  for name in "$@"; do
    id=$(ask ad sp show --id "$api" --query "$table[?value=='$name'].id | [0]")
    if [ -z "$id" ]; then stop "$api has no permission $name of the kind $kind."; fi
    known=$(told "$app" 'requiredResourceAccess[].resourceAccess[].id')
    if has_line "$known" "$id"; then continue; fi
    az ad app permission add --id "$app" --api "$api" --api-permissions "$id=$kind" --output none
    say "Asked for the permission $name."
  done
}

# Arguments: registration, description, variable for the secret. Creates a secret if there is none and prints it once.
secret_of() {
  local known secret
  known=$(ask ad app credential list --id "$1" --query '[].keyId')
  if [ -z "$known" ]; then
    secret=$(ask ad app credential reset --id "$1" --append --display-name Handback --years 1 --query password)
    say ''
    say "$3=$secret"
    say 'This secret is shown now and never again. Put it into the secret store of your hosting platform, not into a file.'
    say 'It expires in a year.'
  else
    say "$2 has a secret, which nobody can read. For another one: az ad app credential reset --id $1 --append"
  fi
}

command -v az >/dev/null || stop 'This needs the Azure command line, az.'
tenant=$(ask account show --query tenantId) || stop 'Sign in first: az login --allow-no-subscriptions'
if [ -n "$WANTED_TENANT" ] && [ "$WANTED_TENANT" != "$tenant" ]; then
  stop "You are signed in to the tenant $tenant. Sign in to the right one: az login --allow-no-subscriptions --tenant $WANTED_TENANT"
fi

# The server registration: an API with one scope, and roles.
server=$(registration "$SERVER_NAME" "$SERVER_FILTER")
principal "$server"
known=$(told "$server" 'identifierUris[]')
if ! has_line "$known" "api://$server"; then
  known=$(list "$server" identifierUris)
  patch "$server" "{\"identifierUris\":$(joined "$known" "\"api://$server\"")}"
fi
version=$(told "$server" api.requestedAccessTokenVersion)
if [ "$version" != 2 ]; then patch "$server" '{"api":{"requestedAccessTokenVersion":2}}'; fi
scope=$(told "$server" "api.oauth2PermissionScopes[?value=='$SCOPE_NAME'].id | [0]")
if [ -z "$scope" ]; then
  known=$(list "$server" api.oauth2PermissionScopes)
  patch "$server" "{\"api\":{\"oauth2PermissionScopes\":$(joined "$known" "$SCOPE_JSON")}}"
  scope=$SCOPE_ID
  say "Exposed api://$server/$SCOPE_NAME."
fi
add_roles "$server"

# The client registration: what people sign in with.
client=$(registration "$CLIENT_NAME" "$CLIENT_FILTER")
principal "$client"
add_redirects "$client"
known=$(told "$client" web.implicitGrantSettings.enableIdTokenIssuance)
if [ "$known" != true ]; then
  patch "$client" '{"web":{"implicitGrantSettings":{"enableIdTokenIssuance":true}}}'
  say 'Enabled ID tokens.'
fi

# Authorizes the client in advance, so that people are not asked for consent to the API.
known=$(told "$server" "api.preAuthorizedApplications[?appId=='$client'].delegatedPermissionIds[]")
if ! has_line "$known" "$scope"; then
  known=$(list "$server" api.preAuthorizedApplications)
  allowed="{\"appId\":\"$client\",\"delegatedPermissionIds\":[\"$scope\"]}"
  patch "$server" "{\"api\":{\"preAuthorizedApplications\":$(joined "$known" "$allowed")}}"
fi
permit "$client" "$server" Scope "$SCOPE_NAME"
# Unquoted on purpose: the names contain no spaces.
# shellcheck disable=SC2086
{
  permit "$client" "$GRAPH" Scope $CLIENT_SCOPES
  permit "$server" "$GRAPH" Role $SERVER_ROLES
  permit "$server" "$GRAPH" Scope $SERVER_SCOPES
}
if [ -n "$SEARCH_RESOURCE" ]; then
  search=$(ask ad sp show --id "$SEARCH_RESOURCE" --query appId)
  permit "$client" "$search" Scope user_impersonation
  permit "$server" "$search" Scope user_impersonation
fi

# Registrations for document sites, if wanted.
documents='' granting=''
# shellcheck disable=SC2086
if [ -n "$DOCUMENTS_ROLES" ]; then
  documents=$(registration "$DOCUMENTS_NAME" "$DOCUMENTS_FILTER")
  principal "$documents"
  permit "$documents" "$GRAPH" Role $DOCUMENTS_ROLES
fi
# shellcheck disable=SC2086
if [ -n "$GRANTING_ROLES" ]; then
  granting=$(registration "$GRANTING_NAME" "$GRANTING_FILTER")
  principal "$granting"
  permit "$granting" "$GRAPH" Role $GRANTING_ROLES
fi

printf 'TENANT_ID=%s\nCLIENT_ID=%s\nDIRECTORY_CLIENT_ID=%s\n' "$tenant" "$client" "$server"

if [ "$AUTH_TYPE" = managedSystemIdentity ]; then
  printf 'DIRECTORY_AUTH_TYPE=managedSystemIdentity\n'
else
  secret_of "$server" 'The server registration' DIRECTORY_CLIENT_SECRET
fi
if [ -n "$documents" ]; then
  printf 'DOCSITE_CLIENT_ID=%s\n' "$documents"
  secret_of "$documents" 'The document-site registration' DOCSITE_CLIENT_SECRET
fi
if [ -n "$granting" ]; then
  say ''
  say "The registration that grants sites is $granting. Its id and secret are entered in Handback: Administration, Access to libraries."
  secret_of "$granting" 'The registration that grants sites' 'Its secret'
fi

say ''
say 'Now somebody has to consent for the organisation (Privileged Role Administrator):'
say "  az ad app permission admin-consent --id $server"
say "  az ad app permission admin-consent --id $client"
for app in $documents $granting; do say "  az ad app permission admin-consent --id $app"; done
say 'and to give people the roles: Enterprise applications, the server registration, Users and groups.'
say 'Then look whether all is well, with these variables and PUBLIC_URL set: npm run verify:tenant'
