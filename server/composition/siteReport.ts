import { SITE_REGISTRATIONS, type SiteRegistrationName } from '../../contract/documents.ts';
import { inEnglish } from '../../contract/english.ts';
import {
  missingOf,
  permissionOf,
  registrationOf,
  signInOf,
  WANTED,
  type DocumentSettings,
} from '../documents/siteRules.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { consentUrlOf } from '../people/identity/tenantCheckRules.ts';
import { grantedOrProblem } from '../people/identity/tenantChecks.ts';
import { faultOf } from '../people/identity/tenantFaults.ts';
import { createServerRegistration } from '../people/identity/registrations.ts';

export interface Report {
  isOk: boolean;
  lines: string[];
}

const NAMES: Record<SiteRegistrationName, string> = {
  docSite: 'The document-site registration',
  entitlement: 'The registration that grants sites',
};

const NOTHING: Report = { isOk: true, lines: [] };
const failed = (line: string): Report => ({ isOk: false, lines: [`FAIL ${line}`] });

/** Document sites are optional: a registration that is not configured is not reported. */
async function reportOn(name: SiteRegistrationName, values: DocumentSettings, platformFetch: Fetch): Promise<Report> {
  const signIn = signInOf(name, values);
  const { tenantId, clientId, clientSecret, authType } = signIn;
  const isSet = clientId !== null || clientSecret !== null || authType === 'managedSystemIdentity';
  if (!isSet || tenantId === null) return NOTHING;
  const missing = Object.values(missingOf(name, signIn));
  if (missing.length > 0) return failed(`${NAMES[name]}: ${missing.map(inEnglish).join(' ')}`);
  const asked = registrationOf(signIn, tenantId);
  const granted = await grantedOrProblem(createServerRegistration({ ...asked, platformFetch }), asked);
  if (granted !== null && 'check' in granted) return failed(`${NAMES[name]}: ${inEnglish(faultOf(granted))}`);
  const signsIn = `ok   ${NAMES[name]} signs in.`;
  if (granted === null) return { isOk: true, lines: [signsIn] };
  const permission = permissionOf(name, granted);
  if (permission !== null) return { isOk: true, lines: [signsIn, `ok   It has the permission ${permission}.`] };
  const at = clientId === null ? '' : ` An administrator gives it at ${consentUrlOf(tenantId, clientId)}`;
  return { isOk: false, lines: [signsIn, `FAIL ${NAMES[name]}: consent is missing for ${WANTED[name]}.${at}`] };
}

/** Checks the registrations for document sites (behaviour 5.3 C). @returns lines for people */
export async function reportOnSites(values: DocumentSettings, platformFetch: Fetch): Promise<Report> {
  const reports: Report[] = [];
  for (const name of SITE_REGISTRATIONS) reports.push(await reportOn(name, values, platformFetch));
  return { isOk: reports.every(({ isOk }) => isOk), lines: reports.flatMap(({ lines }) => lines) };
}
