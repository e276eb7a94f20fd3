import { z } from 'zod';
import { APPROVAL_OPTIONS } from '../../contract/approval.ts';
import { Name } from '../../contract/ids.ts';
import { failsAs } from '../../contract/failsAs.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { InputType, Strategy } from '../../contract/requests.ts';
import {
  Option,
  OptionGroup,
  VariableSpec,
  type VariableSpec as Spec,
  type VariableType,
} from '../../contract/variables.ts';
import { SIMPLE_FIELD } from '../../contract/answers.ts';
import { check } from '../foundation/errors.ts';
import { Duration } from '../flow/duration.ts';

const Reference = z.string().trim().min(1).max(320);
const Choice = z.union([
  z
    .string()
    .min(1)
    .max(500)
    .transform((value) => ({ value })),
  Option,
  OptionGroup,
]);

/** What an author writes for a node of type `human` (behaviour 1, step 1). */
export const HumanConfig = z.strictObject({
  inputType: InputType,
  prompt: z.string().min(1).max(20_000).describe('a template'),
  assignees: z
    .strictObject({
      users: z.array(Reference).max(1000).default([]),
      groups: z.array(Reference).max(100).default([]),
      variable: z.string().min(1).max(2000).optional().describe('an expression that gives people'),
      starter: z.boolean().default(false).describe('also whoever started the execution'),
    })
    .refine(
      ({ users, groups, variable, starter }) => users.length + groups.length > 0 || variable !== undefined || starter,
      failsAs('noAssignees'),
    ),
  strategy: Strategy.default('any'),
  timeout: Duration.default(24 * 60 * 60 * 1000),
  options: z.array(Choice).min(1).max(10_000).optional(),
  variables: z.array(VariableSpec).min(1).max(100).optional(),
  channels: z.array(z.string().min(1).max(40)).max(10).optional(),
  fallback: z.array(z.string().min(1).max(40)).max(10).optional(),
  requireIdentity: z.boolean().default(false),
  allowExternalEmail: z.boolean().default(false),
  outputVariable: Name.optional(),
});
export type HumanConfig = z.infer<typeof HumanConfig>;

const FEW = 5;

/** The fields that people see: a form's own, else exactly one, named `value`. */
export function variableSpecsOf({
  inputType,
  options,
  variables,
}: Pick<HumanConfig, 'inputType' | 'options' | 'variables'>): Spec[] {
  if (inputType === 'form') return variables!;
  const common = { name: SIMPLE_FIELD, label: 'Your answer', required: true };
  if (inputType === 'text') return [{ ...common, type: 'textarea' }];
  const offered = options ?? [...APPROVAL_OPTIONS];
  const isFew = inputType === 'approval' || offered.length <= FEW;
  return [{ ...common, type: 'select', options: offered, variant: isFew ? 'buttons' : 'dropdown' }];
}

/** What the schema cannot say: which parts belong together, and what a channel could never carry. */
export function checkHumanConfig(config: HumanConfig): FieldChecks {
  const { inputType: type, variables, options, channels, requireIdentity, allowExternalEmail } = config;
  const faults: FieldChecks = {};
  if (type === 'form' && !variables) faults['variables'] = check('formWithoutVariables');
  if (type !== 'form' && variables) faults['variables'] = check('variablesOutsideForm', { type });
  if (type === 'choice' && !options) faults['options'] = check('choiceWithoutOptions');
  if ((type === 'text' || type === 'form') && options) faults['options'] = check('optionsOutsideChoice', { type });
  const isMailOnly = channels?.length === 1 && channels[0] === 'email';
  if (requireIdentity && isMailOnly) faults['channels'] = check('mailProvesNobody');
  if (allowExternalEmail) {
    const names = (variables ?? []).filter((spec) => spec.required && NOT_BY_MAIL.includes(spec.type));
    if (names.length > 0)
      faults['allowExternalEmail'] = check('mailCannotCarry', { names: names.map(({ name }) => name).join(', ') });
    else if (requireIdentity) faults['allowExternalEmail'] = check('strangersProveNothing');
  }
  return faults;
}

/** Every channel that is named is one that this product knows, switched on or not. */
export function checkChannels(
  { channels = [], fallback = [] }: Pick<HumanConfig, 'channels' | 'fallback'>,
  known: readonly string[],
): FieldChecks {
  const named = Object.entries({ channels, fallback }).flatMap(([field, names]) =>
    names.map((name, n) => ({ name, at: `${field}.${n}` })),
  );
  const unknown = named.filter(({ name }) => !known.includes(name));
  return Object.fromEntries(
    unknown.map(({ name, at }) => [at, check('channelUnknown', { name, names: known.join(', ') })]),
  );
}

const NOT_BY_MAIL: VariableType[] = ['file', 'password'];
