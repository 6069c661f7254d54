import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

/** The number of waiting items of a page, next to its name. */
export function WaitingBadge({ count }: { count: string | undefined }) {
  const { t } = useTranslation('desk')
  if (count === undefined) return null
  return (
    <chakra.span
      bg="gold.solid"
      color="gold.onSolid"
      borderRadius="full"
      paddingInline="2"
      fontSize="2xs"
      fontWeight="bold"
      lineHeight="1.25rem"
    >
      <span aria-hidden="true">{count}</span>
      <chakra.span srOnly>{t('arrived.waiting', { count })}</chakra.span>
    </chakra.span>
  )
}
