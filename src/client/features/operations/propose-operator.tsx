import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { proposeOperator } from '#contract/operations-proposals.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { ActSheet } from './act-sheet.tsx'
import { RoleFields } from './role-fields.tsx'

const MOBILE_DIGITS = 11
const NAME = { min: 2, max: 80 }

/** Proposes a new operator, who sets up access with a code after another operator has approved. */
export function ProposeOperatorSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const [mobileNumber, setMobileNumber] = useState('')
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<readonly OperatorRole[]>([])
  const isNumber = mobileNumber.length === MOBILE_DIGITS
  const isName = name.trim().length >= NAME.min
  return (
    <ActSheet
      title={t('proposals.operator.title')}
      text={t('proposals.operator.text')}
      yes={t('proposals.operator.action')}
      done={t('act.supervisor.done')}
      problem={!isNumber || !isName || roles.length === 0}
      act={(reason) =>
        callApi(proposeOperator, { body: { mobileNumber, name: name.trim(), roles: [...roles], reason } })
      }
      onClose={onClose}
    >
      {({ checked }) => (
        <>
          <DigitsField
            label={t('login.mobile')}
            type="tel"
            required
            lengthMax={MOBILE_DIGITS}
            value={mobileNumber}
            onChange={setMobileNumber}
            problem={checked && !isNumber ? t('setUp.mobileMissing') : undefined}
          />
          <TextField
            label={t('users.name')}
            required
            maxLength={NAME.max}
            value={name}
            onChange={setName}
            problem={checked && !isName ? ofProposals('market.field.empty') : undefined}
          />
          <RoleFields roles={roles} onChange={setRoles} checked={checked} />
        </>
      )}
    </ActSheet>
  )
}
