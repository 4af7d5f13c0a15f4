import Share from 'lucide-react/icons/share'

/** iOS has no install prompt: its own menu does it. */
export const InstallSteps = () => (
  <ol className="flex list-decimal flex-col gap-1 pl-5">
    <li>
      Tap <Share aria-hidden className="mx-1 inline size-4 align-text-bottom" />
      <b className="font-semibold">Share</b> in Safari.
    </li>
    <li>
      Choose <b className="font-semibold">Add to Home Screen</b>.
    </li>
    <li>
      Tap <b className="font-semibold">Add</b>.
    </li>
  </ol>
)
