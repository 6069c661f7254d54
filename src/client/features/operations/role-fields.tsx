import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { OPERATOR_ROLES, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'

type RoleFieldsProps = {
  roles: readonly OperatorRole[]
  onChange: (roles: readonly OperatorRole[]) => void
  /** Set once the button was pressed: from then on a missing role is reported. */
  checked: boolean
}

/** The roles of an operator, each with its purpose. */
export function RoleFields({ roles, onChange, checked: isChecked }: RoleFieldsProps) {
  const { t } = useTranslation('desk')
  return (
    <chakra.fieldset>
      <chakra.legend fontSize="sm" fontWeight="semibold">
        {t('roles.label')}
      </chakra.legend>
      {OPERATOR_ROLES.map((role, place) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          {...(place === 0 && isChecked && roles.length === 0 ? { problem: t('roles.missing') } : {})}
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
    </chakra.fieldset>
  )
}
