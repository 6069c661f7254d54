import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { diffLines } from './diff-lines.ts'

const LOOK = {
  added: { sign: '+', color: 'buy', bg: 'buy.subtle' },
  removed: { sign: '−', color: 'sell', bg: 'sell.subtle' },
} as const

type TextDiffProps = { language: 'fa' | 'en'; before: string; after: string }

/** The changes of a version, line by line; unchanged lines are omitted. */
export function TextDiff({ language, before, after }: TextDiffProps) {
  const { t } = useTranslation('content')
  // A text may contain a line twice; the position makes the key unique.
  const changed = diffLines(before, after).flatMap((line, place) =>
    line.kind === 'same' ? [] : [{ kind: line.kind, text: line.text, place }],
  )
  if (changed.length === 0) return <chakra.p color="fg.muted">{t('diff.none')}</chakra.p>
  return (
    <chakra.ul fontSize="sm" lang={language} dir={language === 'fa' ? 'rtl' : 'ltr'}>
      {changed.map(({ kind, text, place }) => (
        <chakra.li
          key={place}
          display="flex"
          gap="2"
          paddingInline="2"
          bg={LOOK[kind].bg}
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
        >
          <chakra.span aria-hidden="true" color={LOOK[kind].color}>
            {LOOK[kind].sign}
          </chakra.span>
          <chakra.span srOnly>{t(`diff.${kind}`)}</chakra.span>
          <span>{text}</span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
