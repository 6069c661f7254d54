import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'
import type { Session } from '#client/lib/session.ts'
import { useSubmitAccount } from './account.commands.ts'
import { keepDraft, readDraft } from './account-draft.ts'
import {
  ACCOUNT_FIELDS,
  type AccountDraft,
  type AccountField,
  draftFrom,
  type Picture,
  reduceAccount,
} from './account-form.logic.ts'
import { validateAccount } from './validate-account.ts'

export type AccountForm = ReturnType<typeof useAccountForm>

/** In these stages the fields are proven and read-only. */
const SETTLED = ['AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING']

type TextOf = Exclude<AccountField & keyof AccountDraft, 'bankAccounts'>

/** The form's state and its problems, with their sentences. */
export function useAccountForm(account: Session) {
  const { t } = useTranslation('account')
  const owner = account.mobileNumber
  const settled = SETTLED.includes(account.authenticationType)
  const [known] = useState(() => draftFrom(account))
  const [draft, setDraft] = useState(() => (settled ? known : (readDraft(owner) ?? known)))
  const [left, setLeft] = useState<ReadonlySet<AccountField>>(new Set())
  const submit = useSubmitAccount()
  useEffect(() => {
    if (draft !== known && !submit.isSuccess) keepDraft({ draft, owner })
  }, [draft, known, owner, submit.isSuccess])
  const labelOf = useFieldLabel(draft)
  const problems = validateAccount(draft, { now: new Date(), received: account })
  const refusedField = submit.error instanceof ApiRefusal ? submit.error.field : undefined

  const sentence = (field: AccountField): string | undefined => {
    const problem = problems[field]
    return problem && t(`problem.${problem}`, { field: labelOf(field) })
  }
  const change = (part: Partial<AccountDraft>) => {
    setDraft((before) => reduceAccount(before, part))
    if (submit.isError) submit.reset()
  }
  const leave = (field: AccountField) => setLeft((fields) => new Set(fields).add(field))
  const problemOf = (field: AccountField): string | undefined => {
    if (field === refusedField) return submit.error?.message
    // A letter that no name can have is reported while it is typed.
    return left.has(field) || problems[field] === 'persian' ? sentence(field) : undefined
  }
  const first = ACCOUNT_FIELDS.find((field) => problems[field] !== undefined)
  return {
    draft,
    settled,
    submit,
    change,
    /** Scaling a photo takes time, and another photo may be picked before it is done. */
    changePicture(kind: Picture, file: File | undefined) {
      setDraft((before) => ({ ...before, pictures: { ...before.pictures, [kind]: file } }))
      if (submit.isError) submit.reset()
    },
    /** From now on the field's problem is shown beside it. */
    leave,
    problemOf,
    /** From now on every problem is shown beside its field. */
    attempt: () => setLeft(new Set(ACCOUNT_FIELDS)),
    attempted: ACCOUNT_FIELDS.every((field) => left.has(field)),
    /** What every field of text needs. */
    bind: (field: TextOf) => ({
      label: labelOf(field),
      name: field,
      required: true,
      disabled: settled,
      value: draft[field],
      onChange: (text: string) => change({ [field]: text }),
      onBlur: () => leave(field),
      problem: problemOf(field),
    }),
    /** The first problem of the whole form, in words; the form can be sent when there is none. */
    firstProblem: first && sentence(first),
  }
}

/** The name of a field; that of the document's photo says what is to be seen on it. */
export function useFieldLabel({ idFormatType }: Pick<AccountDraft, 'idFormatType'>): (field: AccountField) => string {
  const { t } = useTranslation('account')
  return (field) => (field === 'image' ? t(`field.image.${idFormatType}`) : t(`field.${field}`))
}
