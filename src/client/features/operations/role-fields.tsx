import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { OPERATOR_ROLES, type OperatorRole, sortRoles } from '#domain/operator-rights.ts'

type RoleFieldsProps = { roles: readonly OperatorRole[]; onChange: (roles: readonly OperatorRole[]) => void }

/** The roles of an operator, each with what it is for. */
export function RoleFields({ roles, onChange }: RoleFieldsProps) {
  const { t } = useTranslation('desk')
  return (
    <chakra.fieldset>
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
    </chakra.fieldset>
  )
}
