import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { proposeOperator } from '#contract/operations-proposals.ts'
import { OPERATOR_ROLES, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'
import { ActSheet } from './act-sheet.tsx'

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

type RoleFieldsProps = {
  roles: readonly OperatorRole[]
  onChange: (roles: readonly OperatorRole[]) => void
  /** Set once the button was pressed: from then on a missing role is reported. */
  checked: boolean
}

/** The roles of an operator, each with its purpose. */
export function RoleFields({ roles, onChange, checked: isChecked }: RoleFieldsProps) {
  const { t } = useTranslation('desk')
  const problemId = useId()
  const isMissing = isChecked && roles.length === 0
  return (
    <chakra.fieldset aria-describedby={isMissing ? problemId : undefined}>
      <chakra.legend fontSize="sm" fontWeight="semibold">
        {t('roles.label')}
      </chakra.legend>
      {OPERATOR_ROLES.map((role) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          onChange={(checked) =>
            onChange(checked ? sortRoles([...roles, role]) : roles.filter((other) => other !== role))
          }
        >
          {t(`roles.${role}.name`)}
          <chakra.span display="block" color="fg.muted" fontSize="xs">
            {t(`roles.${role}.text`)}
          </chakra.span>
        </Checkbox>
      ))}
      {isMissing && <FieldProblem id={problemId}>{t('roles.missing')}</FieldProblem>}
    </chakra.fieldset>
  )
}
