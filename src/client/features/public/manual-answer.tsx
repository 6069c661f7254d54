import { chakra } from '@chakra-ui/react'
import { ChevronDown, Link2 } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '#client/ui/disclosure.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import type { Question } from './manual-sections.ts'

type ManualAnswerProps = {
  question: Question
  isOpen: boolean
  onOpen: (slug: string | undefined) => void
}

/** A question with its answer below it, and a link to it. */
export function ManualAnswer({ question: { slug, title, html }, isOpen, onOpen }: ManualAnswerProps) {
  const { t } = useTranslation('public')
  const element = useRef<HTMLDetailsElement>(null)
  const wasNamed = useRef(isOpen)
  useEffect(() => {
    if (wasNamed.current) element.current?.scrollIntoView({ block: 'start' })
  }, [])
  const follow = (event: SyntheticEvent<HTMLDetailsElement>) => {
    const { open } = event.currentTarget
    if (open !== isOpen) onOpen(open ? slug : undefined)
  }
  return (
    <Disclosure ref={element} open={isOpen} onToggle={follow}>
      <summary>
        {title}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {isOpen && (
        <chakra.div paddingBottom="4" fontSize="sm">
          <RichText html={html} />
          <chakra.a
            href={`/faq?open=${slug}`}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            marginTop="2"
            color="fg.muted"
          >
            <Link2 size={16} aria-hidden="true" />
            {t('manual.link')}
          </chakra.a>
        </chakra.div>
      )}
    </Disclosure>
  )
}
