// These packages require modules that other packages import, which Node refuses while such an import is under way: they are loaded first, since
// the files of a worker share its modules.
import 'ripple-binary-codec'
import 'ripple-keypairs'
