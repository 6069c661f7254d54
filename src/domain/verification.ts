export const VERIFICATIONS = [
  'UNAUTHORIZED',
  'UNIDENTIFIED',
  'NOT_COMPLETE',
  'PENDING',
  'AUTHORIZED',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
] as const
export type Verification = (typeof VERIFICATIONS)[number]

/** The events of a verification. */
export const VERIFICATION_EVENTS = [
  /** The registry confirmed the form that the user sent. */
  'formConfirmed',
  /** The form is stored, and the registry or an operator must check again. */
  'formDoubtful',
  /** The user entered the correct five-digit code. */
  'codeRight',
  /** The registry was asked again and confirmed the doubtful parts. */
  'registryConfirmed',
  /** The registry was asked again and contradicted it. */
  'registryRefused',
  'operatorApproves',
  'operatorHandsBack',
  /** An operator withdraws an approval. */
  'operatorRevokes',
  /** The mobile number, the country or another fact that the registry confirmed has changed; the user's own code proves it. */
  'informationChanged',
  /** The same, and an operator must check. */
  'informationDoubtful',
] as const
export type VerificationEvent = (typeof VERIFICATION_EVENTS)[number]

/** The page to which the profile area leads a user first. */
export type VerificationPage = '/profile/account' | '/profile/fino-verifying'

/** The progress of a user's identity verification, what it allows, and the result of each event. */
export interface Stage {
  /** May trade and see balances. */
  readonly authorized: boolean
  /** The registry or an operator is looking at the form. */
  readonly pending: boolean
  /** The account form is open. */
  readonly maySubmit: boolean
  /** Cards are added and removed one by one. Before this stage they are part of the form. */
  readonly mayAddCard: boolean
  /** The mobile number and the e-mail address may be changed. */
  readonly mayChangeContact: boolean
  readonly page: VerificationPage
  /** An event that is missing cannot happen in this stage. */
  readonly on: { readonly [Event in VerificationEvent]?: Verification }
}

const CLOSED = {
  authorized: false,
  pending: false,
  maySubmit: false,
  mayAddCard: false,
  mayChangeContact: false,
  page: '/profile/account',
} as const

const FORM = { ...CLOSED, maySubmit: true, mayChangeContact: true } as const
const SUBMITTED = { formConfirmed: 'UNIDENTIFIED', formDoubtful: 'PENDING' } as const

export const VERIFICATION_STAGES = {
  /** Nothing has been submitted. */
  UNAUTHORIZED: { ...FORM, on: { ...SUBMITTED, informationChanged: 'UNAUTHORIZED' } },
  /** The form was handed back to be corrected. */
  NOT_COMPLETE: { ...FORM, on: { ...SUBMITTED, informationChanged: 'NOT_COMPLETE' } },
  /** The registry has confirmed the form, but not the code sent to the mobile. The form may be sent again. */
  UNIDENTIFIED: {
    ...FORM,
    page: '/profile/fino-verifying',
    on: { ...SUBMITTED, codeRight: 'AUTHORIZED', informationChanged: 'NOT_COMPLETE' },
  },
  /** The form is stored and waits for the registry or an operator; it may be sent again. */
  PENDING: {
    ...CLOSED,
    pending: true,
    maySubmit: true,
    on: {
      ...SUBMITTED,
      registryConfirmed: 'UNIDENTIFIED',
      registryRefused: 'NOT_COMPLETE',
      operatorApproves: 'AUTHORIZED',
      operatorHandsBack: 'NOT_COMPLETE',
    },
  },
  AUTHORIZED: {
    ...CLOSED,
    authorized: true,
    mayAddCard: true,
    mayChangeContact: true,
    on: {
      informationChanged: 'INFORMATION_CHANGED',
      informationDoubtful: 'INFORMATION_CHANGED_PENDING',
      operatorRevokes: 'NOT_COMPLETE',
    },
  },
  /** An authorized user changed data that must be verified again: no trade until the code. */
  INFORMATION_CHANGED: {
    ...CLOSED,
    page: '/profile/fino-verifying',
    on: {
      codeRight: 'AUTHORIZED',
      informationDoubtful: 'INFORMATION_CHANGED_PENDING',
      operatorRevokes: 'NOT_COMPLETE',
    },
  },
  /** An authorized user changed data that an operator must check. The user may trade meanwhile. */
  INFORMATION_CHANGED_PENDING: {
    ...CLOSED,
    authorized: true,
    mayAddCard: true,
    on: {
      registryConfirmed: 'AUTHORIZED',
      registryRefused: 'NOT_COMPLETE',
      operatorApproves: 'AUTHORIZED',
      operatorHandsBack: 'NOT_COMPLETE',
      operatorRevokes: 'NOT_COMPLETE',
    },
  },
} as const satisfies Record<Verification, Stage>

export const stageOf = (verification: Verification): Stage => VERIFICATION_STAGES[verification]

/** The next state after an event; `undefined` if it cannot happen. */
export const verificationAfter = (verification: Verification, event: VerificationEvent): Verification | undefined =>
  stageOf(verification).on[event]

/** Whether the five-digit identity code is awaited. */
export const awaitsIdentityCode = (verification: Verification): boolean =>
  stageOf(verification).on.codeRight !== undefined
