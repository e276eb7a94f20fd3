import { z } from 'zod';
import { APPROVAL_OPTIONS, SIMPLE_LABEL } from '../../contract/approval.ts';
import { ATTACHMENT_LIMITS } from '../../contract/attachments.ts';
import { FACT_LIMITS } from '../../contract/facts.ts';
import { Name } from '../../contract/ids.ts';
import { takesComment } from '../../contract/comment.ts';
import { CommentLabel, CommentRule, type CommentOffer } from '../../contract/commentOffer.ts';
import { failsAs } from '../../contract/failsAs.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { InputType, Strategy } from '../../contract/requests.ts';
import {
  MOST_BUTTONS,
  Option,
  OptionGroup,
  optionsOf,
  VariableSpec,
  type VariableSpec as Spec,
  type VariableType,
} from '../../contract/variables.ts';
import { SIMPLE_FIELD } from '../../contract/answers.ts';
import { check } from '../foundation/errors.ts';
import type { RefusalOf } from '../foundation/http/outbound.ts';
import { hasNoChoice } from '../flow/answerableSpecs.ts';
import { Duration } from '../flow/duration.ts';
import { areAlike, checkIcons } from '../flow/variableSpecs.ts';
import { AttachmentSpec, checkAttachments } from './attachmentConfig.ts';
import { FactSpec } from './factConfig.ts';

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

const Channels = z.array(z.string().min(1).max(40)).max(10);

/** The config of a node of type `human` (behaviour 1, step 1). */
export const HumanConfig = z.strictObject({
  inputType: InputType,
  title: z.string().trim().min(1).max(2000).optional().describe('a template of one line').meta({ kind: 'template' }),
  prompt: z.string().min(1).max(20_000).describe('a template').meta({ kind: 'template' }),
  assignees: z
    .strictObject({
      users: z.array(Reference).max(1000).default([]).meta({ kind: 'people' }),
      groups: z.array(Reference).max(100).default([]).meta({ kind: 'groups' }),
      variable: z
        .string()
        .min(1)
        .max(2000)
        .optional()
        .describe('an expression that returns people')
        .meta({ kind: 'expression' }),
      starter: z.boolean().default(false).describe('also ask the starter of the execution'),
    })
    .refine(
      ({ users, groups, variable, starter }) => users.length + groups.length > 0 || variable !== undefined || starter,
      failsAs('noAssignees'),
    ),
  strategy: Strategy.default('any'),
  timeout: Duration.default(24 * 60 * 60 * 1000),
  options: z.array(Choice).min(1).max(10_000).optional(),
  variables: z.array(VariableSpec).min(1).max(100).optional(),
  comment: CommentRule.optional().describe('for approvals and choices').meta({ default: 'optional' }), // for editors; a parsed config keeps what its author left out
  commentLabel: CommentLabel.optional().describe('replaces the label “Comment”'),
  channels: Channels.meta({ kind: 'channelsOrWeb' }).optional(),
  fallback: Channels.meta({ kind: 'channels' }).optional(),
  requireIdentity: z.boolean().default(false),
  allowExternalEmail: z.boolean().default(false),
  facts: z.array(FactSpec).max(FACT_LIMITS.facts).optional().describe('key figures for the decision'),
  attachments: z
    .array(AttachmentSpec)
    .max(ATTACHMENT_LIMITS.declared)
    .optional()
    .describe('links, and files from earlier answers'),
  autoSubmitOnSelect: z
    .boolean()
    .optional()
    .describe('false: in the web client, pressing an option of an approval or choice selects it, and a button sends it')
    .meta({ default: true }), // as above
  outputVariable: Name.optional(),
});
export type HumanConfig = z.infer<typeof HumanConfig>;

/**
 * The fields that people see: those of the form, otherwise exactly one, named `value`. A few options are shown as
 * buttons; in the web client pressing one submits the answer, unless the author wants two steps (behaviour 2.7).
 */
export function variableSpecsOf({
  inputType,
  options,
  variables,
  autoSubmitOnSelect = true,
}: Pick<HumanConfig, 'inputType' | 'options' | 'variables' | 'autoSubmitOnSelect'>): Spec[] {
  if (inputType === 'form') return variables!;
  const common = { name: SIMPLE_FIELD, label: SIMPLE_LABEL, required: true };
  if (inputType === 'text') return [{ ...common, type: 'textarea' }];
  const offered = options ?? [...APPROVAL_OPTIONS];
  const isFew = inputType === 'approval' || optionsOf({ options: offered }).length <= MOST_BUTTONS;
  const shown = isFew ? ({ variant: 'buttons', autoSubmitOnSelect } as const) : ({ variant: 'dropdown' } as const);
  return [{ ...common, type: 'select', options: offered, ...shown }];
}

/** The comment that an author allows with a decision; texts and forms have none. */
export function commentOffered({
  inputType,
  comment = 'optional',
  commentLabel: label,
}: Pick<HumanConfig, 'inputType' | 'comment' | 'commentLabel'>): CommentOffer | undefined {
  if (!takesComment(inputType) || comment === 'off') return undefined;
  return { required: comment === 'required', ...(label !== undefined && { label }) };
}

/** Refuses comment settings where no comment is possible. */
function checkCommented(config: HumanConfig): FieldChecks {
  const { inputType: type, comment, commentLabel, options = [] } = config;
  if (!takesComment(type)) {
    const fault = check('commentOutsideChoice', { type });
    return {
      ...(comment !== undefined && comment !== 'off' && { comment: fault }),
      ...(commentLabel !== undefined && { commentLabel: fault }),
    };
  }
  if (comment !== 'off') return {};
  const requiring = optionsOf({ options }).some((option) => option.comment !== undefined);
  return {
    ...(commentLabel !== undefined && { commentLabel: check('commentOff') }),
    ...(requiring && { options: check('commentOff') }),
  };
}

/** Checks that the schema cannot express: settings that depend on each other, and what no channel can carry. */
export function checkHumanConfig(config: HumanConfig): FieldChecks {
  const { inputType: type, variables, options, channels, requireIdentity, allowExternalEmail } = config;
  const faults: FieldChecks = { ...checkCommented(config), ...checkAttachments(config.attachments) };
  if (type === 'form' && !variables) faults['variables'] = check('formWithoutVariables');
  if (type !== 'form' && variables) faults['variables'] = check('variablesOutsideForm', { type });
  if (type === 'choice' && !options) faults['options'] = check('choiceWithoutOptions');
  if ((type === 'text' || type === 'form') && options) faults['options'] = check('optionsOutsideChoice', { type });
  if ((type === 'text' || type === 'form') && config.autoSubmitOnSelect !== undefined)
    faults['autoSubmitOnSelect'] = check('autoSubmitOutsideChoice', { type });
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

/** Checks of a new version; stored versions keep asking as before. */
export function checkNewHumanConfig(
  config: HumanConfig,
  { channelKinds, refusalOf }: { channelKinds: readonly string[]; refusalOf: RefusalOf },
): FieldChecks {
  const { prompt, options, allowExternalEmail, channels, variables } = config;
  const faults = {
    ...checkChannels(config, channelKinds),
    ...checkIcons(options),
    ...checkSources(variables, refusalOf),
  };
  if (prompt.trim() === '') faults['prompt'] = check('promptBlank');
  if (options && areAlike(optionsOf({ options }))) faults['options'] = check('optionsAlike');
  else if (options && hasNoChoice({ options })) faults['options'] = check('optionsDisabled');
  if (allowExternalEmail && channels && !reachesStrangers({ ...config, channels }))
    faults['channels'] = check('strangersNeedMail');
  return faults;
}

/** A list that the server refuses to call would never load, and people could not answer. */
function checkSources(variables: HumanConfig['variables'] = [], refusalOf: RefusalOf): FieldChecks {
  const faults: FieldChecks = {};
  variables.forEach(({ optionsSource }, n) => {
    if (optionsSource && refusalOf(optionsSource.url))
      faults[`variables.${n}.optionsSource.url`] = check('addressNotCalled');
  });
  return faults;
}

/** Whether people outside the directory can be asked: their only channel is e-mail. */
export const reachesStrangers = ({ channels, fallback = [] }: { channels: string[]; fallback?: string[] }): boolean =>
  [...channels, ...fallback].includes('email');

/** Every named channel must be one that this product has, whether it is enabled or not. */
function checkChannels(
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
