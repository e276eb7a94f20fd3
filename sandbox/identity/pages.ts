import { createHash } from 'node:crypto';
import { escapeHtml, htmlPage } from '../html.ts';
import type { TenantPerson } from '../tenant.ts';

const STYLE = `
  main { max-width: 540px; margin: 0 auto; padding: 5vh 16px 40px; }
  .card { padding: 28px 12px 14px; }
  header { padding: 0 16px 14px; }
  .badge { display: inline-block; margin-bottom: 12px; padding: 2px 10px; border-radius: 99px; background: var(--accent-soft); color: var(--accent); font-size: .8rem; font-weight: 600; }
  .person { display: flex; gap: 14px; align-items: center; width: 100%; padding: 10px 16px; border: 0; border-radius: 10px; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
  .person:hover, .person:focus-visible { background: var(--accent-soft); }
  .avatar { flex: none; width: 42px; height: 42px; border-radius: 50%; display: grid; place-items: center; color: #fff; font-weight: 600; letter-spacing: .02em; }
  .who { min-width: 0; flex: 1; }
  .who { overflow-wrap: anywhere; }
  .name { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: center; font-weight: 600; }
  .who .quiet { display: flex; flex-wrap: wrap; gap: 0 12px; font-size: .85rem; line-height: 1.4; }
  .tag { padding: 1px 8px; border: 1px solid var(--line); border-radius: 99px; color: var(--quiet); font-size: .75rem; font-weight: 500; }
  footer { display: flex; justify-content: space-between; gap: 12px; align-items: center; margin-top: 10px; padding: 14px 16px 6px; border-top: 1px solid var(--line); font-size: .85rem; }
  .plain { padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
  .plain:hover { border-color: var(--accent); color: var(--accent); }
  .code { overflow-wrap: anywhere; padding: 0 16px 14px; }
`;

const hiddenInputs = (fields: Iterable<[string, string]>) =>
  [...fields]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');

/** A colour per person, dark enough for white text. */
const avatarColour = (id: string) => `hsl(${createHash('sha256').update(id).digest().readUInt16BE() % 360} 48% 33%)`;

const initials = ({ givenName, surname }: TenantPerson) => `${givenName.slice(0, 1)}${surname.slice(0, 1)}`;

const tags = (person: TenantPerson) =>
  [...person.appRoles, ...(person.guestOf ? ['Guest'] : [])]
    .map((tag) => `<span class="tag">${escapeHtml(tag)}</span>`)
    .join('');

const personButton = (person: TenantPerson) => `<button class="person" name="person" value="${person.id}">
<span class="avatar" style="background:${avatarColour(person.id)}" aria-hidden="true">${escapeHtml(initials(person))}</span>
<span class="who"><span class="name">${escapeHtml(person.displayName)}${tags(person)}</span>
<span class="quiet"><span>${escapeHtml(person.jobTitle ?? '')}</span><span>${escapeHtml(person.mail ?? person.userPrincipalName)}</span></span></span>
</button>`;

export interface PickerPage {
  applicationName: string;
  tenantName: string;
  people: TenantPerson[];
  /** The authorisation request, resubmitted with the choice. */
  request: Iterable<[string, string]>;
}

/** The account picker. Without passwords, because all people are fictional. */
export const pickerPage = ({ applicationName, tenantName, people, request }: PickerPage): string =>
  htmlPage({
    title: `Sign in to ${applicationName}`,
    style: STYLE,
    body: `<main><form class="card" method="post">
${hiddenInputs(request)}
<header><span class="badge">Sandbox</span><h1>Sign in to ${escapeHtml(applicationName)}</h1>
<p class="quiet">Pick somebody at ${escapeHtml(tenantName)}. No password needed.</p></header>
${people.map(personButton).join('\n')}
<footer><span class="quiet">Everybody here is made up.</span><button class="plain" name="cancel" value="yes">Cancel</button></footer>
</form></main>`,
  });

/** For errors that must not go to the application, and for the end of a session. */
export const messagePage = (title: string, text: string): string =>
  htmlPage({
    title,
    style: STYLE,
    body: `<main><section class="card"><header><span class="badge">Sandbox</span><h1>${escapeHtml(title)}</h1></header>
<p class="code">${escapeHtml(text)}</p></section></main>`,
  });

/** What a registration may do by itself. */
export const consentPage = (applicationName: string, tenantName: string, permissions: readonly string[]): string =>
  htmlPage({
    title: `Consent for ${tenantName}`,
    style: STYLE,
    body: `<main><section class="card"><header><span class="badge">Sandbox</span><h1>Consent for ${escapeHtml(tenantName)}</h1>
<p class="quiet">In a real tenant, Microsoft asks an administrator here. In the sandbox, ${escapeHtml(applicationName)} has got everything it asks for:</p></header>
<ul>${permissions.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>
<footer><span class="quiet">You can close this page.</span></footer></section></main>`,
  });

const SUBMIT_SCRIPT = 'document.forms[0].submit()';
/** For the content security policy: the only script of the form post page. */
export const SUBMIT_SCRIPT_HASH = `sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}`;

/** `response_mode=form_post`: posts the response to the application; with a button if scripts are off. */
export const formPostPage = (action: string, fields: Record<string, string>): string =>
  htmlPage({
    title: 'Signing in',
    style: STYLE,
    body: `<main><form class="card" method="post" action="${escapeHtml(action)}">
${hiddenInputs(Object.entries(fields))}
<header><h1>Signing in …</h1></header>
<noscript><footer><span class="quiet">Scripts are off.</span><button class="plain">Continue</button></footer></noscript>
</form></main>
<script>${SUBMIT_SCRIPT}</script>`,
  });
