import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { freezeUser, revokeIdentity, unfreezeUser } from '#contract/operations-users.ts'
import { mayUnfreeze, OWNER_CHECKS, type OwnerCheck } from '#domain/operator-rights.ts'
import { ActSheet } from './act-sheet.tsx'
import { useRoles } from './allowed.tsx'
import { useUserName } from './use-user-name.ts'
import type { UserPage } from './user.queries.ts'

type SheetProps = { user: UserPage; onClose: () => void }

/** Shows who froze an account, when, and why. */
export function FreezeNotice({ user: { freeze, frozenAt } }: { user: UserPage }) {
  const { t } = useTranslation('safety')
  const roles = useRoles()
  if (!freeze) return null
  return (
    <chakra.div marginBottom="3">
      <Notice tone="warning" title={t(`freeze.kind.${freeze.kind}`)}>
        {frozenAt && <DateText at={frozenAt} />}
        {freeze.by !== null && <p>{t('freeze.by', { name: freeze.by })}</p>}
        {freeze.reason !== null && <p>{t('freeze.reason', { reason: freeze.reason })}</p>}
        {!mayUnfreeze(roles, freeze.kind) && <p>{t('freeze.riskOnly')}</p>}
      </Notice>
    </chakra.div>
  )
}

export function FreezeSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('operations')
  const nameOf = useUserName()
  return (
    <ActSheet
      title={t('act.freeze.title', { name: nameOf(user) })}
      text={t('act.freeze.text')}
      yes={t('act.freeze.action')}
      done={t('act.freeze.done')}
      variant="danger"
      act={(reason) => callApi(freezeUser, { params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** A customer's own freeze ends only after the operator has verified that the caller is the customer. */
export function UnfreezeSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const nameOf = useUserName()
  const [check, setCheck] = useState<OwnerCheck | ''>('')
  const isOwn = user.freeze?.kind === 'OWN'
  const options = OWNER_CHECKS.map((value) => ({ value, label: ofSafety(`freeze.by_check.${value}`) }))
  const isMissing = isOwn && check === ''
  const recognised = isOwn && check !== '' ? { check } : {}
  return (
    <ActSheet
      title={t('act.unfreeze.title', { name: nameOf(user) })}
      text={t('act.unfreeze.text')}
      yes={t('act.unfreeze.action')}
      done={t('act.unfreeze.done')}
      problem={isMissing}
      act={(reason) => callApi(unfreezeUser, { params: { id: user.id }, body: { ...recognised, reason } })}
      onClose={onClose}
    >
      {({ checked }) =>
        isOwn && (
          <SelectField
            label={ofSafety('freeze.check')}
            value={check}
            options={[{ value: '', label: ofSafety('freeze.choose') }, ...options]}
            onChange={setCheck}
            problem={checked && isMissing ? ofSafety('freeze.choose') : undefined}
          />
        )
      }
    </ActSheet>
  )
}

export function RevokeSheet({ user, onClose }: SheetProps) {
  const { t } = useTranslation('safety')
  const nameOf = useUserName()
  return (
    <ActSheet
      title={t('revoke.title', { name: nameOf(user) })}
      text={t('revoke.text')}
      yes={t('revoke.action')}
      done={t('revoke.done')}
      variant="danger"
      reasonLabel={t('revoke.reason')}
      act={(reason) => callApi(revokeIdentity, { params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    />
  )
}
