import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch, ThemeSwitch } from '#client/ui/look-switches.tsx'

/** The band at the top of every page of the console: it names the console and has the switches of language and theme. */
export function ConsoleBand({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('operations')
  return (
    <chakra.header
      data-operations=""
      bg="gold.solid"
      color="gold.onSolid"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      paddingInline={{ base: '4', md: '6' }}
      paddingBlock="2"
      fontSize="sm"
      fontWeight="semibold"
    >
      <chakra.span fontWeight="black">{t('band')}</chakra.span>
      <chakra.div marginInlineStart="auto" display="flex" flexWrap="wrap" alignItems="center" gap="3">
        {children}
        <chakra.span display="flex" css={{ '& button': { color: 'gold.onSolid' } }}>
          <ThemeSwitch />
          <LanguageSwitch />
        </chakra.span>
      </chakra.div>
    </chakra.header>
  )
}
