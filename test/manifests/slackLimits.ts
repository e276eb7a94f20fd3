/**
 * Limits that Slack documents for its app manifest (docs.slack.dev/reference/app-manifest): path to the allowed lengths
 * of a text.
 */
export const TEXT_LIMITS: Record<string, [least: number, most: number]> = {
  'display_information.name': [1, 35],
  'display_information.description': [1, 140],
  'display_information.long_description': [175, 4000],
  'display_information.background_color': [4, 7],
  'features.bot_user.display_name': [1, 80],
  'features.slash_commands.*.command': [2, 32],
  'features.slash_commands.*.url': [1, 3000],
  'features.slash_commands.*.description': [1, 2000],
  'features.slash_commands.*.usage_hint': [1, 1000],
};

/** The same for the number of items. */
export const COUNT_LIMITS: Record<string, number> = {
  'features.slash_commands': 5,
  'oauth_config.scopes.bot': 255,
  'settings.event_subscriptions.bot_events': 100,
};

/** The allowed members of each part of a manifest. */
export const MEMBERS: Record<string, string[]> = {
  '': ['_metadata', 'display_information', 'features', 'oauth_config', 'settings'],
  _metadata: ['major_version', 'minor_version'],
  display_information: ['name', 'description', 'long_description', 'background_color'],
  features: ['app_home', 'bot_user', 'shortcuts', 'slash_commands', 'unfurl_domains'],
  'features.app_home': ['home_tab_enabled', 'messages_tab_enabled', 'messages_tab_read_only_enabled'],
  'features.bot_user': ['display_name', 'always_online'],
  'features.slash_commands.*': ['command', 'url', 'description', 'usage_hint', 'should_escape'],
  oauth_config: ['redirect_urls', 'scopes'],
  'oauth_config.scopes': ['bot', 'user'],
  settings: [
    'allowed_ip_address_ranges',
    'event_subscriptions',
    'interactivity',
    'org_deploy_enabled',
    'socket_mode_enabled',
    'token_rotation_enabled',
  ],
  'settings.event_subscriptions': ['request_url', 'bot_events', 'user_events'],
  'settings.interactivity': ['is_enabled', 'request_url', 'message_menu_options_url'],
};

/** Every place of a manifest that exceeds Slack's limits; empty if none does. */
export function beyondSlack(manifest: unknown, path: readonly string[] = []): string[] {
  const place = path.join('.');
  const pattern = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.');
  if (typeof manifest === 'string') {
    const [least, most] = TEXT_LIMITS[pattern] ?? [1, 3000];
    return manifest.length < least || manifest.length > most ? [`${place} has ${manifest.length} characters`] : [];
  }
  if (manifest === null || typeof manifest !== 'object') return [];
  const strange = Object.keys(manifest).filter((name) => !Array.isArray(manifest) && !MEMBERS[pattern]?.includes(name));
  const most = COUNT_LIMITS[pattern];
  const tooMany = Array.isArray(manifest) && (most === undefined || manifest.length > most);
  return [
    ...strange.map((name) => `${[...path, name].join('.')} is not known`),
    ...(tooMany ? [`${place} has ${manifest.length} entries`] : []),
    ...Object.entries(manifest).flatMap(([name, each]) => beyondSlack(each, [...path, name])),
  ];
}
