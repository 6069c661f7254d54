import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { QuickTrade } from './quick-trade.tsx'
import type { FirstChoice } from './use-trade-choice.ts'

export function QuickTradePage({ first }: { first?: FirstChoice }) {
  const { t } = useTranslation('otc')
  return (
    <chakra.div maxWidth="30rem" marginInline="auto" display="grid" gap="4">
      <chakra.div>
        <chakra.h1 fontSize="2xl" fontWeight="black">
          {t('title')}
        </chakra.h1>
        <chakra.p color="fg.muted" fontSize="sm">
          {t('lead')}
        </chakra.p>
      </chakra.div>
      <Card>
        <QuickTrade first={first} />
      </Card>
    </chakra.div>
  )
}
