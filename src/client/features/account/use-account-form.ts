import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Session } from '#client/entities/session/session.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { usePictureChoice } from '#client/lib/use-picture-choice.ts'
import { stageOf } from '#domain/verification.ts'
import { useSubmitAccount } from './account.commands.ts'
import {
  ACCOUNT_FIELDS,
  type AccountDraft,
  type AccountField,
  type AccountStep,
  draftFrom,
  isAbroad,
  keepDraft,
  type Picture,
  readDraft,
  reduceAccount,
  stepOf,
} from './account-form.logic.ts'
import { validateAccount } from './validate-account.ts'

export type AccountForm = ReturnType<typeof useAccountForm>

type TextOf = Exclude<AccountField & keyof AccountDraft, 'bankAccounts'>

/** The form's state and its problems, with their sentences. */
export function useAccountForm(account: Session) {
  const { t } = useTranslation('account')
  const owner = `${account.mobileNumber} ${account.location?.countryName ?? ''}`
  const abroad = isAbroad(account)
  const settled = !stageOf(account.authenticationType).maySubmit
  const [left, setLeft] = useState<ReadonlySet<AccountField>>(new Set())
  const submit = useSubmitAccount(account.location)
  const [draft, setDraft] = useKeptDraft(account, { owner, settled, isSent: submit.isSuccess })
  const { unreadable, preparing, choosePicture } = usePictures((kind, file) => {
    setDraft((before) => ({ ...before, pictures: { ...before.pictures, [kind]: file } }))
    if (submit.isError) submit.reset()
  })
  const labelOf = useFieldLabel(draft, { abroad })
  const problems = validateAccount(draft, { now: new Date(), abroad, received: account, unreadable })
  const refused = submit.error instanceof ApiRefusal ? refusedFields(submit.error) : []

  const sentence = (field: AccountField): string | undefined => {
    const problem = problems[field]
    return problem && t(`problem.${problem}`, { field: inSentence(labelOf(field)) })
  }
  const change = (part: Partial<AccountDraft>) => {
    setDraft((before) => reduceAccount(before, part))
    if (submit.isError) submit.reset()
  }
  const leave = (field: AccountField) => setLeft((fields) => new Set(fields).add(field))
  const problemOf = (field: AccountField): string | undefined => {
    const refusal = refused.find((each) => each.field === field)
    if (refusal) return refusal.incorrect ? t(`incorrect.${refusal.incorrect}`) : submit.error?.message
    if (preparing.has(field)) return undefined
    // A letter that no name contains is reported while the user types.
    return left.has(field) || problems[field] === 'persian' ? sentence(field) : undefined
  }
  return {
    draft,
    abroad,
    settled,
    submit,
    /** The faults that the server found, by field. */
    refused,
    labelOf,
    change,
    choosePicture(kind: Picture, file: File | undefined) {
      leave(kind)
      choosePicture(kind, file)
    },
    /** A chosen photo is still being prepared; the form is not sent without it. */
    isPreparing: preparing.size > 0,
    /** Shows the field's problem next to it from now on. */
    leave,
    problemOf,
    /** Shows all problems of a step next to their fields from now on; on the last step, all problems of the form. */
    attempt: (step: AccountStep) => setLeft((fields) => new Set([...fields, ...fieldsOf(step)])),
    attempted: ACCOUNT_FIELDS.every((field) => left.has(field)),
    /** Whether a step has no problems. */
    isComplete: (step: AccountStep) => fieldsOf(step).every((field) => problems[field] === undefined),
    /** The properties that every text field needs. */
    bind: (field: TextOf) => ({
      label: labelOf(field),
      name: field,
      required: true,
      value: draft[field],
      onChange: (text: string) => change({ [field]: text }),
      onBlur: () => leave(field),
      problem: problemOf(field),
    }),
    /** The first problem of the whole form; without one the form can be sent. */
    firstProblem: firstOf(ACCOUNT_FIELDS, sentence),
  }
}

/** A field's name within a sentence. */
const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** The chosen photos: those still being prepared, and those that this browser cannot read. */
function usePictures(onChange: (kind: Picture, file: File | undefined) => void) {
  const [unreadable, setUnreadable] = useState<ReadonlySet<File>>(new Set())
  const { choose, preparing } = usePictureChoice<Picture>((kind, picture) => {
    if (picture && !picture.isReadable) setUnreadable((before) => new Set([...before, picture.file]))
    onChange(kind, picture?.file)
  })
  const choosePicture = (kind: Picture, file: File | undefined) => void choose(kind, file)
  return { unreadable, preparing: new Set<AccountField>(preparing.keys()), choosePicture }
}

/** The draft, which survives a reload until it is sent. */
function useKeptDraft(account: Session, kept: { owner: string; settled: boolean; isSent: boolean }) {
  const { owner, settled, isSent } = kept
  const [known] = useState(() => draftFrom(account))
  const [draft, setDraft] = useState(() => restoreDraft({ known, owner: settled ? undefined : owner }))
  useEffect(() => {
    if (draft !== known && !isSent) keepDraft({ draft, owner })
  }, [draft, known, owner, isSent])
  return [draft, setDraft] as const
}

/** The fields typed before a reload, merged over the account's. */
function restoreDraft({ known, owner }: { known: AccountDraft; owner: string | undefined }): AccountDraft {
  const kept = owner === undefined ? undefined : readDraft(owner)
  return kept ? { ...known, ...kept } : known
}

const fieldsOf = (step: AccountStep) =>
  step === 'review' ? ACCOUNT_FIELDS : ACCOUNT_FIELDS.filter((field) => stepOf(field) === step)

function firstOf(fields: readonly AccountField[], sentenceOf: (field: AccountField) => string | undefined) {
  for (const field of fields) {
    const sentence = sentenceOf(field)
    if (sentence !== undefined) return { field, sentence }
  }
  return undefined
}

/** A field's name; the name for the document's photo says what it must show. */
function useFieldLabel(
  { idFormatType }: Pick<AccountDraft, 'idFormatType'>,
  { abroad }: { abroad: boolean },
): (field: AccountField) => string {
  const { t } = useTranslation('account')
  return (field) => {
    if (field === 'image') return t(`field.image.${idFormatType}`)
    return field === 'nationalCode' && abroad ? t('field.documentNumber') : t(`field.${field}`)
  }
}

/** Field names of the API that differ from those on the screen. */
const FIELD_OF: Readonly<Record<string, AccountField>> = {
  bankAccountsString: 'bankAccounts',
  mobileNumber: 'foreignMobile',
}

/** Refusals that name no field but can be corrected in one. */
const FIELD_OF_CODE: Readonly<Record<string, AccountField>> = {
  BANK_ACCOUNT_TAKEN: 'bankAccounts',
  NATIONAL_CODE_TAKEN: 'nationalCode',
}

/** The faults found by the registry, with the field to correct. A mobile number of another person points at
 * the national code, since the form has no field for the account's own number. */
const FIELD_OF_INCORRECT = {
  NATIONAL_CODE_IS_INCORRECT: 'nationalCode',
  MOBILE_IS_INCORRECT: 'nationalCode',
  TELEPHONE_IS_INCORRECT: 'telephone',
  BIRTH_DATE_IS_INCORRECT: 'birthDay',
  NAME_IS_INCORRECT: 'firstName',
} as const satisfies Record<string, AccountField>

type Incorrect = keyof typeof FIELD_OF_INCORRECT

const Details = z.object({ incorrect: z.array(z.string()) })
const isIncorrect = (name: string): name is Incorrect => Object.hasOwn(FIELD_OF_INCORRECT, name)

type RefusedField = { field: AccountField; incorrect?: Incorrect }

/** The fields that a refusal names: every listed one of `USER_IDENTITY_DATA`, at most one of any other refusal. */
export function refusedFields({ code, field, details }: ApiRefusal): readonly RefusedField[] {
  const listed = code === 'USER_IDENTITY_DATA' ? Details.safeParse(details).data?.incorrect.filter(isIncorrect) : []
  if (listed && listed.length > 0)
    return listed.map((incorrect) => ({ field: FIELD_OF_INCORRECT[incorrect], incorrect }))
  const named =
    field === undefined ? FIELD_OF_CODE[code] : (FIELD_OF[field] ?? ACCOUNT_FIELDS.find((each) => each === field))
  return named ? [{ field: named }] : []
}
