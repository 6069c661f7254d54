import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '#client/ui/sheet.tsx'
import type { CONSOLE_PAGES } from './console-pages.ts'
import { Key } from './key.tsx'

type KeysSheetProps = { pages: readonly (typeof CONSOLE_PAGES)[number][]; onClose: () => void }

/** A list of all keyboard shortcuts of the console. */
export function KeysSheet({ pages, onClose }: KeysSheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  return (
    <Sheet open title={t('keys.title')} onClose={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="2" fontSize="sm">
        {pages.map(({ word, letter }) => (
          <Line key={word} keys={['G', letter]}>
            {ofDesk(`room.${word}`)}
          </Line>
        ))}
        <Line keys={['/']}>{t('keys.search')}</Line>
        <Line keys={['↑', '↓']}>{t('keys.move')}</Line>
        <Line keys={['Enter']}>{t('keys.open')}</Line>
        <Line keys={['Esc']}>{t('keys.close')}</Line>
        <Line keys={['?']}>{t('keys.title')}</Line>
      </chakra.dl>
    </Sheet>
  )
}

function Line({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <chakra.dt display="flex" gap="1" dir="ltr" alignItems="center">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </chakra.dt>
      <dd>{children}</dd>
    </>
  )
}
