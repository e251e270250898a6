import type { ReportReason } from '../api.ts';
import { formatsOf, waitOf } from './format.ts';
import type { Texts } from './texts.ts';

const { away, day, list, place, town } = formatsOf('es');

function wait(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  if (unit === 'minute') return count === 1 ? 'un minuto' : `${count} minutos`;
  return count === 1 ? 'una hora' : `${count} horas`;
}

const reasons: Record<ReportReason, string> = {
  danger: 'Alguien podría sufrir daño',
  spam: 'Publicidad o spam',
  impersonation: 'Se hace pasar por otra persona',
  harassment: 'Acosa a alguien',
  illegal_content: 'Podría ser ilegal',
  personal_data: 'Muestra datos personales de otra persona',
  other: 'Otra cosa',
};

export const es: Texts = {
  front: {
    text: 'Tu nombre, tus enlaces, una tarjeta.',
    seenByAll:
      'Puede ver tu tarjeta quien tenga su dirección, salvo que la muestres solo a los miembros. Tu dirección de correo nunca aparece en ella.',
    seenByMembers:
      'Solo los miembros pueden ver tu tarjeta. Tu dirección de correo nunca aparece en ella.',
    example: {
      name: 'Ana Molina, abogada',
      text: 'Sobre todo, derecho de vivienda. Juego al ajedrez, pero mal.',
    },
    lookUp: 'Buscar una tarjeta por su nombre de usuario',
    admin: 'Administración',
  },
  signIn: {
    title: 'Entrar',
    text: 'Te enviamos un código. No necesitas contraseña.',
    newHere: '¿Es tu primera vez? Así creas una cuenta.',
    lost: 'Tu sesión ha terminado.',
    addressLost:
      'Esta página ya no conoce tu dirección. Puede que tenga más de una hora. O tu navegador bloquea las cookies: permítelas para este sitio. Después pide otro código.',
    noCookies:
      'Tu navegador bloquea las cookies, así que no se ha enviado ningún correo. Para entrar hacen falta cookies. Permítelas para este sitio e inténtalo otra vez.',
    codeUntried:
      'El código no se ha comprobado, porque tu navegador no ha enviado ninguna cookie. Si las bloquea, permítelas para este sitio. Después envía el código otra vez. Si esta página tiene más de una hora, pide otro correo.',
    kept: 'Cuando entres, encontrarás lo que has escrito.',
    fresh: 'Para esto tienes que haber entrado en la última hora.',
    email: 'Dirección de correo',
    send: 'Enviar código',
    codeTitle: 'Escribe tu código',
    sentTo: (address) => `Hemos enviado un código a ${address}.`,
    notOpen:
      'Solo algunas direcciones pueden tener una cuenta aquí, como las invitadas. Las demás no reciben ningún correo.',
    code: 'Código',
    codeHint:
      'Basta uno de los dos códigos del correo: el corto es válido durante 10 minutos y el largo durante una hora, desde que se envió por primera vez.',
    tryLong: 'Prueba el código largo del mismo correo o pide otro correo.',
    again: 'Enviar otro correo',
    otherAddress: 'Usar otra dirección',
    back: 'Esto es lo que habías escrito. Aún no se ha enviado nada.',
    mailbox:
      'En modo de desarrollo no se envían correos. La dirección del buzón de prueba se mostró al iniciar y está en este archivo:',
  },
  form: {
    save: 'Guardar',
    keep: 'No borrar',
    done: {
      saved: 'Guardado',
      asked: 'Tu petición se ha enviado',
      deleted: 'Tarjeta borrada',
      ended: 'Sesión cerrada',
      others: 'Las demás sesiones se han cerrado',
      signedOut: 'Sesión cerrada',
    },
  },
  appeal: {
    text: '¿Por qué pides una nueva revisión?',
    hint: 'Lo lee el equipo de moderación. Puedes pedirlo una vez por cada decisión.',
    send: 'Pedir una nueva revisión',
    asked: (instant) => `Pediste una nueva revisión el ${day(instant)}:`,
    waiting: 'El equipo de moderación aún no ha respondido.',
    turnedDown: (instant) => `Respuesta del ${day(instant)}: rechazada.`,
  },
  suspended: {
    title: 'Tu cuenta está suspendida',
    sent: 'El equipo de moderación revisará la decisión. Entra más adelante para leer la respuesta, junto al motivo.',
    data: 'Para que se borren tu cuenta y tus tarjetas, escribe a quien gestiona este sitio; un admin se encarga. La suspensión de tu dirección se mantiene hasta la fecha en que habría terminado, dos años como máximo.',
    expired:
      'Funciona una vez, durante 30 minutos. Si has escrito un texto, cópialo y entra de nuevo.',
  },
  cards: {
    title: 'Mis tarjetas',
    none: 'Todavía no tienes ninguna tarjeta.',
    noMore: 'No hay tarjetas más antiguas.',
    edit: 'Editar',
    editOf: (name) => `Editar ${name}`,
    hiddenTitle: 'Esta tarjeta está oculta para los demás',
    waitingTitle: 'Esta tarjeta espera una primera revisión',
    waiting:
      'El equipo de moderación revisa la primera tarjeta de cada miembro nuevo. Hasta entonces, nadie más la ve. Después recibirás un correo.',
    reason: (reason) => `Motivo: ${reasons[reason]}.`,
    noReason: 'No se indica ningún motivo.',
    createTitle: 'Crear una tarjeta',
    username: 'Nombre de usuario',
    usernameHint: 'Letras, cifras, puntos, guiones y guiones bajos. No se puede cambiar.',
  },
  draft: {
    areYou: (name) => `¿Eres ${name}?`,
    isYours: '¿Es tuya esta tarjeta?',
    text: 'Se ha preparado una tarjeta para ti. Nadie más que tú y los admins puede verla.',
    yes: 'Sí, soy yo',
    no: 'No, no soy yo',
    prepared: (who) =>
      `${who === null ? 'Preparada para ti' : `Preparada por ${who}`}. Revísala y guárdala para publicarla.`,
  },
  card: {
    shown: 'Así la ven los demás',
    open: 'Abrir la página pública',
    invite: 'Crea tu tarjeta',
    line: 'Nombre y a qué te dedicas',
    lineHint: 'Por ejemplo: Ana Molina, abogada.',
    about: 'Más sobre ti',
    place: 'Lugar',
    linksTitle: 'Enlaces',
    placeHint:
      'Tu ciudad, por ejemplo Viena, o las coordenadas de un mapa. Los demás ven la ciudad más cercana.',
    which: '¿Cuál es la tuya?',
    several: 'Hay varios lugares con este nombre.',
    removePlace: 'Quitar el lugar',
    towns: 'Ciudades',
    town,
    website: 'Sitio web',
    notOffered:
      'Los enlaces de este tipo ya no se ofrecen, y los demás no ven este. Vacía el campo para quitarlo.',
    linkHint: (named: readonly string[]) =>
      `Escribe direcciones, por ejemplo example.com/ann.${named.length === 0 ? '' : ` Para ${list(named)} basta tu nombre en la red.`}`,
    seenByAll: 'Lo puede ver todo el mundo.',
    seenByMembers: 'Solo lo pueden ver los miembros.',
    readers: 'Quién puede ver esta tarjeta',
    readersOf: {
      anybody: 'Cualquiera, incluso sin cuenta',
      members: 'Solo los miembros con la sesión abierta',
    },
    position: (latitude, longitude) => place(latitude, longitude, ['N', 'S', 'E', 'O']),
    share: 'Compartir',
    address: 'Dirección',
    qr: (address) => `Código QR de ${address}`,
    contact: 'Guardar como contacto (.vcf)',
    remove: 'Borrar esta tarjeta',
    removeTitle: (name) => `¿Borrar ${name}?`,
    removeText: 'Nadie podrá recuperarla.',
  },
  move: {
    title: 'Cambiar de dirección',
    how: (address) =>
      `Enviamos un código a ${address} y otro a la dirección nueva. Escribe los dos aquí.`,
    newAddress: 'Nueva dirección de correo',
    start: 'Enviar los dos códigos',
    confirmTitle: 'Escribe los dos códigos',
    sent: 'Son válidos durante 30 minutos.',
    presentCode: 'Código de la dirección actual',
    newCode: 'Código de la dirección nueva',
    codeHint: 'Está en nuestro correo a esta dirección y tiene 13 letras y cifras.',
    again: 'Empezar de nuevo',
    prove: {
      title: 'Tengo un código para una dirección nueva',
      address: 'La dirección nueva',
      button: 'Confirmar esta dirección',
      doneTitle: 'La dirección está confirmada',
      done: (instant: string) =>
        `Tu cuenta tendrá esta dirección el ${day(instant)}. Hasta entonces no puedes entrar con ella.`,
    },
    undo: {
      title: 'No he cambiado mi dirección',
      address: 'La dirección anterior',
      button: 'Conservar la dirección anterior',
      doneTitle: 'Tu cuenta conserva su dirección anterior',
      done: 'Se han cerrado todas las sesiones. Entra de nuevo.',
    },
    never: {
      title: 'No soy yo, nunca más',
      text: '¿Alguien te ha invitado o ha denunciado una tarjeta con tu dirección, y no lo quieres? Olvidaremos esta dirección y no le escribiremos más, salvo que lo pidas. No se crea ninguna cuenta.',
      address: 'Tu dirección',
      button: 'No escribirme nunca más',
      doneTitle: 'Hemos olvidado esta dirección',
      done: 'No volveremos a invitar a esta dirección ni a enviarle correos sobre denuncias.',
    },
  },
  account: {
    title: 'Mi cuenta',
    signedInAs: (address) => `Has entrado como ${address}`,
    username: 'Tu nombre como miembro (opcional)',
    usernameHint: 'Cada tarjeta tiene su propio nombre.',
    identities: 'Identidades vinculadas',
    identitiesHint: 'Tus nombres en otros servicios. Nadie los comprueba.',
    identity: {
      walletAddress: 'Dirección de monedero',
      farcasterId: 'ID de Farcaster',
      coinbaseWallet: 'Monedero de Coinbase',
      worldId: 'World ID',
    },
    language: 'Idioma',
    languageHint: 'Para estas páginas y para los correos que recibes',
    sessions: 'Dónde tienes la sesión abierta',
    unknownDevice: 'Un dispositivo desconocido',
    thisOne: 'Este navegador',
    lastUsed: (instant) => `Último uso: ${away(instant)}`,
    end: 'Cerrar',
    endOf: (device) => `Cerrar la sesión: ${device}`,
    endOthers: 'Cerrar todas las demás sesiones',
    signOut: 'Salir',
    reports: 'Tus denuncias',
    reportedCard: 'Una tarjeta oculta o borrada',
    reportedAt: (instant) => `Denunciada ${away(instant)}`,
    reportStates: {
      received: 'Una persona la está revisando.',
      hidden: 'La tarjeta está oculta para los demás.',
      approved: 'La tarjeta se queda como está.',
      gone: 'La tarjeta se borró.',
      closed: 'Cerrada sin decisión.',
    },
    data: 'Tus datos',
    dataHint:
      'Lo que nos diste y lo que se decidió sobre ti, en un archivo (JSON). Pide a un admin lo que otros escribieron sobre ti.',
    download: 'Descargar tus datos',
    erase: 'Borrar tu cuenta',
    eraseText: (address) =>
      `Nadie podrá recuperar la cuenta de ${address} ni sus tarjetas.`,
    eraseButton: 'Borrar todo',
    erasedTitle: 'Tu cuenta está borrada',
    erased:
      'Ya nadie ve tus tarjetas. El resto de tus datos se borrará en menos de dos minutos.',
  },
  members: {
    title: 'Miembros',
    search: 'Buscar en nombres y textos',
    searchButton: 'Buscar',
    none: 'Todavía no hay ninguna tarjeta.',
    nothingFound: (words) => `Ninguna tarjeta contiene todas estas palabras: ${words}.`,
    newer: 'Más recientes',
    older: 'Más antiguas',
    last: 'Usa la búsqueda para encontrar tarjetas más antiguas.',
  },
  nowhere: {
    title: 'No hay nada en esta dirección',
    text: 'Quizá el enlace sea antiguo o esté mal escrito.',
  },
  report: {
    anyTitle: 'Denunciar una tarjeta',
    title: (name) => `Denunciar ${name}`,
    text: 'El equipo de moderación revisará la tarjeta. La persona a la que pertenece nunca sabrá quién la denunció.',
    reason: '¿Qué está mal?',
    reasons,
    details: 'Detalles (opcional)',
    name: 'Tu nombre (opcional)',
    email: 'Tu dirección de correo (opcional)',
    emailHint:
      'Así podremos informarte del resultado. Solo los admins pueden leer la dirección. Tras la decisión ya no figura en la denuncia.',
    faith:
      'Al enviar esta denuncia declaras de buena fe que lo que escribes es correcto.',
    send: 'Enviar denuncia',
    sentTitle: 'Tu denuncia se ha enviado',
    sent: 'Gracias. Una persona revisa cada tarjeta denunciada.',
  },
  problems: {
    title: 'No ha funcionado',
    error: 'Error',
    home: 'Volver al inicio',
    again: 'Enviar otra vez',
    notOurs:
      'No se ha cambiado nada: el formulario no se envió desde este sitio. Revísalo y envíalo otra vez.',
    otherAddress:
      'Esta página no se puede usar en esta dirección. No se ha cambiado nada.',
    openThere: 'Ábrela en la dirección del servicio:',
    openByIp:
      'Ábrela en la dirección IP del servicio. Quien lo gestiona puede poner esta dirección en PUBLIC_URL.',
    changedMeanwhile:
      'Estos datos se han cambiado mientras tanto, por ejemplo en otra pestaña. No se ha guardado nada. Compara lo que has escrito con lo guardado y envíalo otra vez.',
    otherMember:
      'Ahora has entrado con otra cuenta. No se ha cambiado nada. Esta página muestra esa otra cuenta.',
    tooLong: 'Era demasiado largo y no se ha guardado. Vuelve atrás y acórtalo.',
    marked: 'Revisa los campos marcados.',
    signedOut: 'Envía la denuncia otra vez para enviarla sin cuenta.',
    tooMany: (seconds) => `Demasiados intentos. Inténtalo de nuevo en ${wait(seconds)}.`,
    failed: 'Algo ha fallado por nuestra parte. Inténtalo más tarde.',
    refused: 'El servicio no lo ha aceptado. Vuelve atrás e inténtalo de nuevo.',
    until: {
      ADDRESS_HELD: (instant) =>
        `Hasta el ${day(instant)} nadie puede crear una cuenta con esta dirección: una cuenta la ha dejado o va a recibirla. Entra con la otra dirección de la cuenta. Si no la cambiaste tú, deshazlo: «No he cambiado mi dirección», con el código de nuestro correo.`,
      MOVED_RECENTLY: (instant) =>
        `La dirección ha cambiado en los últimos siete días. Podrás volver a cambiarla a partir del ${day(instant)}.`,
      MOVE_OPEN: (instant) =>
        `Un cambio de tu dirección puede deshacerse hasta el ${day(instant)}. Después podrás hacer esto.`,
    },
    reasons: {
      ADDRESS_TAKEN: 'Otra cuenta tiene esta dirección. Usa otra.',
      ADDRESS_UNCHANGED: 'Tu cuenta ya tiene esta dirección.',
      ADDRESS_CONFIGURED:
        'Esta dirección está fijada en la configuración. Solo puede cambiarla quien gestiona el servicio.',
      MOVE_WAITS:
        'Los admins están cambiando la dirección de esta cuenta. Pide primero a un admin que lo anule.',
      APPEALED_ALREADY:
        'Ya has pedido una nueva revisión. La respuesta estará junto al motivo.',
      CODE_INVALID: 'El código es incorrecto, ya se ha usado o ha caducado.',
      LAST_ADMIN:
        'Nadie más administra el servicio. Asigna antes ese rol a otra persona.',
      MAIL_PROVIDER_REFUSED:
        'No se ha podido enviar el correo con el código. Inténtalo de nuevo en un momento.',
      NOT_HIDDEN: 'Esta tarjeta ya no está oculta.',
      NOT_SUSPENDED: 'Esta cuenta ya no está suspendida. Entra de nuevo.',
      PROFILE_LIMIT: 'Tienes tantas tarjetas como puede tener una cuenta.',
      PROFILE_NOT_FOUND: 'Esa tarjeta no existe.',
      REPORTS_FULL:
        'Otras personas han enviado hoy demasiadas denuncias sin cuenta, así que la tuya no se ha guardado. Entra y envíala de nuevo.',
      UNAVAILABLE:
        'El servicio no puede responder ahora. Inténtalo dentro de un momento.',
      USERNAME_TAKEN: 'Este nombre de usuario ya está en uso. Elige otro.',
    },
    named: (example: string) =>
      `Escribe, por ejemplo, ${example} o tu dirección en esa red.`,
    fields: {
      about: 'Como máximo 2000 caracteres, sin caracteres invisibles.',
      code: 'Escribe un código del correo.',
      email: 'Escribe una dirección de correo, por ejemplo ann@example.com.',
      identity: 'Como máximo 128 caracteres en una línea, sin caracteres invisibles.',
      link: 'Escribe una dirección como example.com/ann, de 512 caracteres como máximo y sin contraseña.',
      discord:
        'Escribe tu enlace de invitación, por ejemplo discord.gg/abc, o tu número de usuario.',
      place:
        'No conocemos este lugar. Prueba con una ciudad más grande de los alrededores, su nombre en inglés o las coordenadas de un mapa.',
      reason: 'Elige un motivo.',
      name: 'Como máximo 100 caracteres en una línea.',
      search: 'Como máximo 8 palabras y 100 caracteres.',
      text: 'Escribe unas palabras, como máximo 1000 caracteres.',
      username:
        'De 1 a 64 caracteres: letras de la A a la Z, cifras, puntos, guiones y guiones bajos. Ni el primero ni el último pueden ser un punto.',
    },
  },
};
