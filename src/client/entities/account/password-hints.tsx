import { chakra } from '@chakra-ui/react'
import { Check, Dot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { meetsRule, PASSWORD_RULES } from './password-rules.ts'

/** The rules of a password as a list whose items are ticked while the user types. */
export function PasswordHints({ password }: { password: string }) {
  const { t } = useTranslation('ui')
  return (
    <chakra.ul
      display="grid"
      gridTemplateColumns="1fr 1fr"
      columnGap="3"
      rowGap="1"
      aria-label={t('password.rules.label')}
    >
      {PASSWORD_RULES.map((rule) => {
        const met = meetsRule(password, rule)
        const Icon = met ? Check : Dot
        return (
          <chakra.li
            key={rule}
            display="flex"
            alignItems="center"
            gap="1.5"
            fontSize="xs"
            color={met ? 'buy' : 'fg.faint'}
            transition="color 140ms"
          >
            <Icon
              size={14}
              strokeWidth={met ? 2.5 : 4}
              aria-label={met ? t('password.rules.met') : t('password.rules.unmet')}
            />
            {t(`password.rules.${rule}`)}
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}
