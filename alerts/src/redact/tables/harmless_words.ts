import { wordsIn } from "../words_of_keys.ts";

/**
 * Words that logs consist of, in lower case: messages of operating systems, HTTP, databases,
 * clusters and languages, and plain English. `REDACT=strict` treats every other word as a possible
 * secret.
 */
export const HARMLESS_WORDS: ReadonlySet<string> = new Set(wordsIn(`
  abort aborted aborting accept acceptable accepted access accessed accessing account acknowledged
  acquire acquired action active activity actual add added adding additional address addresses
  admin advertise after again agent alarm alert alerts alive all allocate allocated allocation
  allow allowed already also alternate always am ambient amd amount an and anode another any
  apache api app append application applications applied apply apps apr april archive are aren arg
  args argument arguments arithmetic arm array as assert assertion assign assigned async at attach
  attached attempt attempted attempting attempts attribute audit auf aug august auth authenticate
  authenticated authentication authoritative authority authorization authorized auto automatic
  available average avg avoided await aware back backend background backoff backup bad balance
  balancer ban bandwidth banned base based bash basic batch battery be bean beans become been
  before begin beginning behind being below best better between big bin binary bind binding bios
  bit bits block blocked blocking blocks body boot booted both bound box branch breakpoint bridge
  broadcast broken broker browser bucket budget buffer buffered buffers bug build builder building
  built bulk bus busy but by byte bytes cache cached caches call callback called caller calls can
  cancel canceled cancelled cannot capacity capture card case cast category cause caused causes
  center central cert certificate certificates cfg cgroup cgroups chain change changed changes
  changing channel channels char character charge chart check checked checking checkpoint checks
  checksum child children choices chunk cipher class clean cleaned cleaning cleanup clear cleared
  click client clients clock close closed closing cluster clusters cmd cni code codec codes cold
  collect collected collection collector column columns com command commands comment commit
  committed common communication compact compacted compaction compare compared compatible compile
  compiled complete completed completing component compose compress compressed computation compute
  concurrent condition conditions conf config configuration configure configured confirm conflict
  connect connected connecting connection connections consistency console constraint consume
  consumed consumer contact contain container containercreating containerd containers contains
  content context continue continued continuing contract control controller convert cookie copied
  copy core coredns cores correct corrupt corrupted corruption cost could couldn count counter
  counters couple cpp cpu cpus crash crashed crashes crashloopbackoff create created creating
  creation credential credentials cri critical cron cross csi css ctx current currently cursor
  custom cut cycle daemon daily das data database databases date datetime day days dbus dead
  deadline deadlock death debian debug dec december decode decoded decrease default deferred
  define defined degraded delay delayed delete deleted deleting deliver delivered delivery demand
  denied deny depend dependencies dependency deploy deployed deployment deprecation depth der
  describe description descriptor deserializer desired destination destroy destroyed detach detail
  details detect detected detection dev device devices dhcp diagnostic dial did didn die died diff
  different digest dir direct direction directly directory dirty disable disabled discard
  discarded disconnect disconnected discovery disk disks dispatch dispatcher display distance
  distributed division dns do doc docker document documents does doesn doing domain dominated don
  done double down downgrade download downloaded downstream drain drained draining drive driver
  drop dropped dst due dump dumped duplicate duration during dynamic e2big eacces each eaddrinuse
  eaddrnotavail eadv eafnosupport eagain ealready early ebade ebadf ebadfd ebadmsg ebadr ebadrqc
  ebadslt ebfont ebusy ecanceled echild echrng eclipse ecomm econnaborted econnrefused econnreset
  edeadlock edestaddrreq edge edit edom edotdot edquot eexist efault efbig effect efi ehostdown
  ehostunreach eidrm eilseq ein eine einprogress eintr einval eio eisconn eisdir eisnam
  ekeyexpired ekeyrejected ekeyrevoked el2hlt el2nsync el3hlt el3rst elasticsearch element elibacc
  elibbad elibexec elibmax elibscn elnrng eloop else email emediumtype emergency emfile emlink
  empty emsgsize emultihop enable enabled enametoolong enavail encode encoded encoding encountered
  encrypt encrypted encryption end ended ending endpoint endpoints enetdown enetreset enetunreach
  enfile engine enoano enobufs enocsi enodata enodev enoent enoexec enokey enolck enolink
  enomedium enomem enomsg enonet enopkg enoprotoopt enospc enosr enostr enosys enotblk enotconn
  enotdir enotempty enotnam enotrecoverable enotsock enotsup enotty enotuniq ensure enter entered
  entities entity entries entry enum env environment envoy enxio eof eoverflow eownerdead eperm
  epfnosupport epipe eproto eprotonosupport eprototype equal erange eremchg eremote eremoteio
  erestart erfkill erofs err errimagepull error errors escalate eshutdown esocktnosupport espipe
  esrch esrmnt established estale estimated estrpipe etc etcd eth etime etimedout etoomanyrefs
  etxtbsy euclean eunatch eusers evaluate evaluation event events ever every evict evicted
  eviction exact example exceed exceeded exceeds except exception exceptions exchange exdev exec
  execute executed executing execution executor exfull exhausted exist existing exists exit exited
  exiting exits expand expect expectation expected expiration expire expired expires expiry
  explicit export exported exporter expose exposed expression ext extend extended extension
  external extra extract factory fail failed failedmount failedscheduling failing failover fails
  failure failures fallback false family fast fatal fault feature feb february fetch fetched
  fetching few field fields file files filesystem fill filter filtered final finally find finish
  finished finishing firewall first fix fixed flag flags flash floating flow flush flushed fn
  focus folder follow followed following font for forbidden force forced foreground foreign fork
  form format formatted forward forwarded found fraction frame framework free freed freeze
  frequency fresh fri friday from front frontend frozen fs fsck full fully function functions
  further future garbage gateway gb gc gcp general generate generated generation generator generic
  get gets getting gib gid git github give given giving global go goal goes going golang gone good
  goroutine got gpu graceful gracefully grafana grant granted graph group groups grow growing
  growth grpc guard guest gz gzip had halt halted handle handled handler handlers handling
  handshake hangup haproxy hard hardware has hash have having he head header headers heal health
  healthy heap heartbeat helm help her here hibernate high higher hikari hints his history hit
  hits hold holding home hook hop host hosts hot hour hours how however hr hrs html http https hub
  hung hypervisor icmp id identifier idle if ignore ignored ignoring illegal im image
  imagepullbackoff images immediate immediately impl implemented import imported improper in
  inactive inappropriate inbound include included includes including incoming incomplete
  inconsistent incorrect increase increased indentation index indexes indexing indicate inf info
  inform information ingress inherit init initial initialization initialize initialized
  initializing inner inode inodes input insert inserted inside inspect install installed
  installing instance instances instead instruction insufficient integer integration integrity
  interceptor interface internal interrupt interrupted interval intervals into invalid invalidate
  inverter invocation invoke invoked io ioctl iops ip iptables ipv irq is isn isolated issue
  issued issuer ist it item items iteration its jakarta jan january jar java javax jdbc jdk jetty
  job jobs join joined joining journal journalctl js json jul july jump jun june just jvm kafka kb
  keep keepalive keeping kept kernel key keyboard keys kib kill killed killing kind known ko kube
  kubelet kubernetes label labels lag lan lang language large last late latency later latest
  launch launched layer ldap lead leader leadership leading leak leaked lease leases least leave
  leaving left legacy legal length less level levels lib libraries library license life lifecycle
  lifetime light like likely limit limited limits line linear lines link linked links linux list
  listed listen listener listening lists live liveness load loaded loader loading loads local
  locale localhost location lock locked locks log logged logger logging logical login logout logs
  long longer look lookup loop lose losing loss lost low lower lvl lvm mac machine made magic mail
  main maintenance major make makes making malformed manage managed manager manifest manual many
  map mapped mapper mapping mar march mariadb mark marked mask master match matched matches
  matching max maximum may mb md me mean means measure measured media medium member members
  memcached memory merge merged mesh message messages met metadata meter method metric metrics mib
  micro middle might migrate migrated migration min minimum minor mins minute minutes mirror
  misdirected mismatch miss missed misses missing mit mnt mode model modified module modules mon
  monday mongo mongodb monitor monitored monitoring month more most mount mounted mounting mounts
  move moved moving mqtt ms msg much multi multibyte multihop multiple must mutex my mysql na name
  named names namespace namespaces nan nat native near need needed needs negative negotiate
  negotiates neighbor nested net netty network networks never new next nfs nginx nic nicht nil nio
  no node nodenotready nodeready nodes noise non none nor normal normally not note nothing notice
  notification notifications notified notify nov november now npm ns ntp null nullpointerexception
  number numbers numerical nvme object objects observe observed obsolete obtain occur occurred oci
  oct october of off offline offset often ok okay old older omitted on once one ones online only
  onto oom oomkilled open opened opening openssl operation operations operator opt optimize option
  optional options or order orders org origin original orphan orphaned os other otherwise our out
  outage outbound outdated outofmemoryerror output outside over overall overflow overhead overlap
  overload overloaded override own owned owner ownership pack package packages packet packets page
  pages paging pair pam panic parallel param parameter parameters parent parse parsed parser
  parsing part partial partially participant partition partitions party pass passed passing
  passive password passwords past patch path paths pattern pause paused pay payload payment peer
  peers pending per percent perform performance performed period periodic permanent permanently
  permission permissions permitted persist persisted persistence persistent phase php physical pid
  ping pipe pipeline pipelines place plain plan planned platform please plugin pm pod
  podinitializing pods point pointer points policy poll polling pool pools poor port ports
  position positive possible possibly post posted postgres postgresql power ppid pre precondition
  prefix prepare prepared preparing present preset pressure prevent prevented previous previously
  primary print prior priority private privilege probe probed probes problem problems proc proceed
  process processed processes processing processor produce produced producer product production
  profile profiling program progress project prometheus promote promoted prompt proper properly
  properties property protected protection proto protocol protocols provide provided provider
  provision provisioned proxied proxy public publish published publisher pull pulled pulling purge
  push pushed put pv pvc py python quality quantity queries query queue queued queues quick quiet
  quit quorum quota rabbitmq race raid raise raised ram random range rapid rate rates ratio raw rb
  rbd rc reach reachable reached read readable reader readiness reading ready real really reason
  reasons rebalance rebalancing reboot rebooted rebuild receive received receiver receiving recent
  recently reclaim reconcile reconciled reconnect reconnecting record recorded records recover
  recoverable recovered recovering recovery recreate recursion recursive recycle redirect redis
  reduce reduced redundant reference references reflect refresh refreshed refuse refused region
  register registered registration registry regular reject rejected relation relay release
  released reload reloaded reloading remain remained remaining remains remote remove removed
  removing rename renamed render renew renewal renewed repair repaired repeat repeated replace
  replaced replacement replay replica replicas replicate replicated replication reply report
  reported reporting reports repository represent req request requested requester requests require
  required requires rerun res reserve reserved reset resetting resize resolution resolve resolved
  resolver resolving resource resources respond responded response responses rest restart
  restarted restarting restarts restore restored restoring restrict restricted result results
  resume resumed retain retained retention retried retries retry retrying return returned
  returning returns reuse reused reverse revert reverted review revision revoke revoked rf rfs
  right ring rise role roles roll rollback rolled rolling rollout room root rotate rotated
  rotation round route routed router routes routine row rows rpc rs rss rule rules run runner
  running runs runtime safe same sample samples sandbox sat sata satisfiable saturday save saved
  saving sbin scale scaled scaling scan scanned scanner scanning schedule scheduled scheduler
  schedules scheduling schema scope score scrape scraped scraping screen script scripts sdk search
  sec second secondary seconds secret secrets secs section sector secure security see seek seen
  segment segmentation segments select selected selector self semaphores send sender sending sends
  sensor sent sep separate september sequence sequential serial serializer series serve served
  server servers service services serving servlet session sessions set sets setting settings setup
  several severed severity sftp shall shard shards share shared she shell shift ship short shorten
  should show shown shows shut shutdown shutting side sigabrt sigalrm sigbus sigchld sigcont
  sigfpe sighup sigill sigint sigio sigkill sign signal signals signature signed sigpipe sigprof
  sigpwr sigquit sigrtmax sigrtmin sigsegv sigstkflt sigstop sigsys sigterm sigtrap sigtstp
  sigttin sigttou sigurg sigusr1 sigusr2 sigvtalrm sigwinch sigxcpu sigxfsz silent similar simple
  since single site size sizes skip skipped skipping slab sleep sleeping slot slots slow slower
  small smart smtp snapshot snapshots snmp so socket sockets soft software solid solve some soon
  sort source sources space span spare spawn spawned special specific specification specified
  speed splice split spool spring springframework sql sqlite squid src srmount srv ssh sshd ssl
  stable stack stage stale stall stalled standard standby start started starting starts startup
  state stateful states static statistics status statuses stay stderr stdin stdout steady step
  steps still stop stopped stopping stops storage store stored stores storing stream streaming
  streams strict string strong structure stuck style sub subject submit submitted subnet subscribe
  subscribed subscriber subscription subsystem succeed succeeded success successful successfully
  such suddenly sudo suffix suggest sum summary sun sunday supply support supported suppress
  surprised suspect suspend suspended swap swapped swapping switch switched switching symbol
  symbolic symlink sync synced synchronization synchronize synchronized syncing syntax sys syslog
  system systemd systems tab table tables tag tags tail take taken takes taking tar target targets
  task tasks tb tcp tcpdump team teapot temp temperature template temporarily temporary tenant
  term terminal terminate terminated terminating termination test tested testing tests text than
  that the their them then there these they thing think third this those thread threads threshold
  thresholds throttle throttled throttling through throughput throw thrown thu thursday tib tick
  ticket tid tier ties time timed timeout timeouts timer times timestamp timing tls tmp tmpfs to
  toggle token tokens tolerance tomcat too tool tools top topic topics topology total touch trace
  traceback traces track tracked traefik traffic transaction transactions transfer transferred
  transition translate transport trap tree tries trigger triggered trouble true truncate truncated
  trust trusted try trying ts tty tue tuesday tunnel turn turned two txt type types typical ubuntu
  udev udp uid unable unauthorized unavailable unbound unchanged und undefined under underlying
  unexpected unexpectedly unhandled unhealthy unicode unique unit units unix unknown unless unload
  unlock unlocked unmanaged unmount unmounted unprocessable unreachable unreadable unrecognized
  unregister unresponsive unsafe unschedulable unset unsupported until unused up update updated
  updater updates updating upgrade upgraded upgrading upload uploaded upper upstream uptime urgent
  uri url us usage usb use used useful user userid username users uses using usr usual utc utf
  util utilization uuid vacuum valid validate validated validation validator value values var
  variable variables variant various vector vendor verbose verification verified verify version
  versions very vfs via view virtual visible vm volume volumes von vote voter vpn wait waited
  waiting waits wake wal walk want wanted war warm warn warning warnings was wasn wasted watch
  watchdog watched watcher watching way we weak web webhook webhooks wed wednesday week weight
  well went were what when where which while who why wide wider width wifi will window windows
  wire wireless with within without won word words work worker workers working workload workloads
  works world worth would wrap write writeback writer writes writing written wrong xenix xfs xml
  yaml year yellow yes yesterday yet yield yml you your zero zfs zip zombie zone zones zookeeper
  zu
`));
