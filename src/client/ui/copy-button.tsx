import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

const NOTICE_MS = 1_500

/** Copies `text` and confirms it for a moment. Chakra's Clipboard, 7.8 KB, confirms a copy that the browser has refused, too. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const Icon = copied ? Check : Copy
  return (
    <Button variant="quiet" size="sm" icon={<Icon size={16} aria-hidden="true" />} onClick={copy}>
      <span aria-live="polite">{copied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  )
}
