import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { productName } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

const download = (text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Shows the codes once; the person has to confirm having saved them before continuing. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const [kept, setKept] = useState(false)
  const text = `${productName()} recovery codes, each for one sign-in:\n\n${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied', 'Paste them into your password manager.')
    } catch {
      toast.error('Not copied', 'Your browser blocked copying. Download or print the codes instead.')
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn" title="Save these codes now">
        Use a code to sign in without your phone. Each works once.
      </Notice>
      <ul aria-label="Recovery codes" className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-ui bg-sunken p-4">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon={<Download aria-hidden />} onClick={() => download(text)}>
          Download
        </Button>
        <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="no-print flex flex-col gap-4">
        <Checkbox checked={kept} onChange={setKept} label="I saved these codes" />
        <Button look="primary" wide why={kept ? null : 'Save the codes, then check the box.'} onClick={onKept}>
          Continue
        </Button>
      </div>
    </div>
  )
}
