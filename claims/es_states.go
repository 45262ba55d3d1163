package claims

// spanishSayings are phrases that tell of something done without the verb for it, and those that would be misread by their verb alone.
var spanishSayings = []state{
	{nowis, "ha|han|he pasado|cambiado a la|el|un|una"}, {active, "@code ya? le? cuenta|cuentan|entra|entran en el|su precio|total"}, {send, "le|les he|hemos escrito"},
	{refund, "vuelto|volvio|volvieron|regresado * dolares|@n|dinero? a la|su tarjeta|cuenta"}, {hand, "ya|ahora esta usted? hablando? con mi|un|una|nuestro|nuestra @person"},
	{in, "va|van en su|el|la|tu carrito|cesta"}, {in, "va|van dentro|incluido|incluida"}, {in, "va|van al carrito"}, {in, "entro en su|el|la carrito|cesta"}, {have, "ahora su|el|la carrito|cesta tiene|lleva|contiene"}, {in, "en la|su bolsa ."}, {back, "otra vez dentro|ahi"}, {back, "de nuevo dentro|ahi"}, {back, "saque|sacado|saco * de guardados|su"}, {back, "de guardados y?"},
	{order, "pedido|compra|orden entro|paso"}, {order, "ha entrado el|su|la pedido|compra|orden"}, {order, "pedido|compra|orden ya? salio"}, {buy, "quedo|queda * su|la compra"}, {buy, "compra|pedido esta|queda|quedo cerrada|cerrado"}, {buy, "pago ya? paso|entro"}, {order, "^ todo pedido|comprado"},
	{onway, "va|van camino"}, {out, "^ todo? fuera la|el|las|los|."}, {out, "desaparecio|salio del|de carrito|la|su"}, {out, "al estante"}, {empty, "no hay|queda nada en"}, {out, "ya? no hay * en el|su|la carrito|cesta"}, {out, "en el|su|la carrito|cesta ya? no hay"}, {empty, "de cero"},
	{active, "codigo|cupon ya? entro|paso|funciono"}, {active, "codigo|cupon|descuento le? quito|rebajo|desconto|bajo @n"}, {active, "se ahorro"}, {active, "le|se quite|quito @n"}, {nowis, "con eso|esto son|es @n"}, {nowis, "cantidad|talla|color es|queda ahora|ya la|el?"}, {nowis, "pasamos|pasaron|paso|subimos|bajamos|subio|bajo de @n a"}, {nowis, "quedan|queda en el|la"}, {nowis, "son @n * ahora ."},
	{refund, "dinero va|vuelve de vuelta"}, {refund, "reembolso|dinero ya? salio|entro|esta"}, {refund, "regrese|regresamos|regresaron|regresado"}, {refund, "cargo quedo|queda|esta anulado|revertido"}, {cancel, "pare el|su pedido"}, {cancel, "pedido ya no sigue|va|sale"},
	{onway, "salio el|su correo|mensaje|sms|enlace|email"}, {onway, "correo|mensaje|sms|enlace ya? salio"}, {onway, "le llego"}, {send, "escribi|escribimos un|una"},
	{route, "va|ira|van ahora a la|su"}, {ship, "va|van ahora por"}, {ship, "ahora va|van por"}, {ship, "quedo|queda en @way"}, {ship, "eligi|elegi|escogi|pase|puse * @way"}, {hand, "@person se|ya lo|hace|la sabe|cargo|encarga"}, {aside, "pase|puse|movi|mande a guardados"}, {aside, "a guardados"},
}
